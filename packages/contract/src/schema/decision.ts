import type { Static } from 'typebox';
import { flag, integer, jsonObject, list, model, orNull, text, texts } from './common.js';
import { Type } from './type.js';

const anyValue = (description: string) => Type.Unknown({ description });

/** A decision of the current configuration. */
export const decisionSchema = model('Decision', 'A decision that workflows can call', {
  decisionId: text('Id of the decision in its DMN file; business rule tasks call it by this id'),
  name: text('Name of the decision in its DMN file'),
  kind: text('table, literal, context, service and so on: the form of its logic'),
  key: text('Key of the DMN file in the configuration'),
  version: text('Version of the DMN file that new evaluations use'),
  versionTag: orNull(Type.String(), 'Version tag of the decision; null when it has none'),
  inputs: texts('Names of the input data that an evaluation needs'),
  type: orNull(Type.String(), 'Declared type of the result; null when it declares none'),
  requiredDecisions: texts('Ids of the decisions whose results it uses'),
});
export type Decision = Static<typeof decisionSchema>;

const matchedRuleSchema = model('MatchedRule', 'A rule that applied', {
  ruleId: text('Id of the rule in the DMN file'),
  index: integer('Position of the rule in its table, from 1'),
  outputs: jsonObject('Value of each output column by its name'),
});

const tableTraceSchema = model('TableTrace', 'A decision table that was evaluated', {
  tableId: text('Id of the table in the DMN file'),
  inputs: list(
    model('TableInput', 'The value of an input column', {
      name: text('Label of the input column, or its expression'),
      value: anyValue('Value of the input column'),
    }),
    'Values of the input columns, in the order of the table',
  ),
  rules: list(matchedRuleSchema, 'The rules that applied, in the order of the table'),
});

const evaluatedDecisionSchema = model('EvaluatedDecision', 'A decision that was evaluated', {
  decisionId: text('Id of the decision'),
  name: text('Name of the decision'),
  inputs: jsonObject('Values of the input data and the decisions that it uses, by name'),
  tables: list(tableTraceSchema, 'The tables that were evaluated, in order'),
  value: anyValue('Result of the decision; null when it failed'),
});

/** What happened in one evaluation. */
export const decisionTraceSchema = model('DecisionTrace', 'How a decision came to its result', {
  decisions: list(
    evaluatedDecisionSchema,
    'The decisions in the order in which they were completed; the one that was asked for is last',
  ),
  warnings: list(
    model('DecisionWarning', 'A value that became null instead of an error', {
      elementId: text('Id of the element in the DMN file'),
      message: text('What became null, and why'),
    }),
    'What became null instead of an error, at most 20',
  ),
  truncated: flag('true when tables were left out because there were more than 1,000'),
});

/** Why an evaluation has no result. */
export const decisionFailureSchema = model('DecisionFailure', 'Why an evaluation has no result', {
  reason: text('hit-policy, input, expression or budget'),
  message: text('What went wrong, and what to do'),
  decisionId: orNull(Type.String(), 'Id of the decision that failed'),
  ruleIds: texts('Ids of the rules that caused it'),
});

/** One side of a comparison: what a decision results in. */
const outcomeSchema = model('DecisionOutcome', 'What a decision results in', {
  value: anyValue('Result; null when the evaluation failed'),
  ruleIds: texts('Ids of the rules that applied'),
  failure: orNull(Type.String(), 'Why there is no result; null when there is one'),
});

/** A past evaluation that would come out differently. */
export const decisionDifferenceSchema = model(
  'DecisionDifference',
  'A past evaluation that would come out differently',
  {
    runId: text('Id of the run that evaluated the decision'),
    processId: text('Id of the process that the run works on'),
    at: Type.String({ format: 'date-time', description: 'When it was evaluated' }),
    version: text('Version of the DMN file that was evaluated'),
    inputs: jsonObject('Values of the inputs by name'),
    before: outcomeSchema,
    after: outcomeSchema,
  },
);

/** How often the rules of a table applied. */
export const tableCoverageSchema = model('TableCoverage', 'How often the rules of a table applied', {
  tableId: text('Id of the table in the DMN file'),
  ownerId: text('Id of the decision or business knowledge model that has the table'),
  ownerName: text('Name of that decision or business knowledge model'),
  hitPolicy: text('UNIQUE, ANY, PRIORITY, FIRST, RULE ORDER, OUTPUT ORDER or COLLECT'),
  rules: list(
    model('RuleCoverage', 'How often a rule applied', {
      ruleId: text('Id of the rule in the DMN file'),
      index: integer('Position of the rule in its table, from 1'),
      line: integer('Line of the DMN file, from 1'),
      annotation: orNull(Type.String(), 'Description or annotations of the rule; null when it has none'),
      hits: integer('How often the rule applied'),
    }),
    'The rules in the order of the table',
  ),
});

/** How many rules of a file applied at least once. */
export const coverageMembers = {
  rules: integer('Number of rules'),
  covered: integer('Number of rules that applied at least once'),
  percent: integer('covered in percent of rules, rounded down; 100 when there are no rules'),
  tables: list(tableCoverageSchema, 'The tables of the file'),
};
