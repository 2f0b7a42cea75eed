import type { Static } from 'typebox';
import { jsonObject } from './common.js';
import { Type } from './type.js';

const anyValue = (description: string) => Type.Unknown({ description });

/** A decision of the current configuration. */
export const decisionSchema = Type.Object(
  {
    decisionId: Type.String({
      description: 'Id of the decision in its DMN file; business rule tasks call it by this id',
    }),
    name: Type.String({ description: 'Name of the decision in its DMN file' }),
    kind: Type.String({ description: 'table, literal, context, service and so on: the form of its logic' }),
    key: Type.String({ description: 'Key of the DMN file in the configuration' }),
    version: Type.String({ description: 'Version of the DMN file that new evaluations use' }),
    versionTag: Type.Union([Type.String(), Type.Null()], {
      description: 'Version tag of the decision; null when it has none',
    }),
    inputs: Type.Array(Type.String(), { description: 'Names of the input data that an evaluation needs' }),
    type: Type.Union([Type.String(), Type.Null()], {
      description: 'Declared type of the result; null when it declares none',
    }),
    requiredDecisions: Type.Array(Type.String(), { description: 'Ids of the decisions whose results it uses' }),
  },
  { title: 'Decision', description: 'A decision that workflows can call' },
);
export type Decision = Static<typeof decisionSchema>;

const matchedRuleSchema = Type.Object(
  {
    ruleId: Type.String({ description: 'Id of the rule in the DMN file' }),
    index: Type.Integer({ description: 'Position of the rule in its table, from 1' }),
    outputs: jsonObject('Value of each output column by its name'),
  },
  { title: 'MatchedRule', description: 'A rule that applied' },
);

const tableTraceSchema = Type.Object(
  {
    tableId: Type.String({ description: 'Id of the table in the DMN file' }),
    inputs: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Label of the input column, or its expression' }),
        value: anyValue('Value of the input column'),
      }),
      { description: 'Values of the input columns, in the order of the table' },
    ),
    rules: Type.Array(matchedRuleSchema, { description: 'The rules that applied, in the order of the table' }),
  },
  { title: 'TableTrace', description: 'A decision table that was evaluated' },
);

const evaluatedDecisionSchema = Type.Object(
  {
    decisionId: Type.String({ description: 'Id of the decision' }),
    name: Type.String({ description: 'Name of the decision' }),
    inputs: jsonObject('Values of the input data and the decisions that it uses, by name'),
    tables: Type.Array(tableTraceSchema, { description: 'The tables that were evaluated, in order' }),
    value: anyValue('Result of the decision; null when it failed'),
  },
  { title: 'EvaluatedDecision', description: 'A decision that was evaluated' },
);

/** What happened in one evaluation. */
export const decisionTraceSchema = Type.Object(
  {
    decisions: Type.Array(evaluatedDecisionSchema, {
      description: 'The decisions in the order in which they were completed; the one that was asked for is last',
    }),
    warnings: Type.Array(
      Type.Object({
        elementId: Type.String({ description: 'Id of the element in the DMN file' }),
        message: Type.String({ description: 'What became null, and why' }),
      }),
      { description: 'What became null instead of an error, at most 20' },
    ),
    truncated: Type.Boolean({ description: 'true when tables were left out because there were more than 1,000' }),
  },
  { title: 'DecisionTrace', description: 'How a decision came to its result' },
);

/** Why an evaluation has no result. */
export const decisionFailureSchema = Type.Object(
  {
    reason: Type.String({ description: 'hit-policy, input, expression or budget' }),
    message: Type.String({ description: 'What went wrong, and what to do' }),
    decisionId: Type.Union([Type.String(), Type.Null()], { description: 'Id of the decision that failed' }),
    ruleIds: Type.Array(Type.String(), { description: 'Ids of the rules that caused it' }),
  },
  { title: 'DecisionFailure', description: 'Why an evaluation has no result' },
);

/** One side of a comparison: what a decision results in. */
const outcomeSchema = Type.Object(
  {
    value: anyValue('Result; null when the evaluation failed'),
    ruleIds: Type.Array(Type.String(), { description: 'Ids of the rules that applied' }),
    failure: Type.Union([Type.String(), Type.Null()], {
      description: 'Why there is no result; null when there is one',
    }),
  },
  { title: 'DecisionOutcome', description: 'What a decision results in' },
);

/** A past evaluation that would come out differently. */
export const decisionDifferenceSchema = Type.Object(
  {
    runId: Type.String({ description: 'Id of the run that evaluated the decision' }),
    processId: Type.String({ description: 'Id of the process that the run works on' }),
    at: Type.String({ format: 'date-time', description: 'When it was evaluated' }),
    version: Type.String({ description: 'Version of the DMN file that was evaluated' }),
    inputs: jsonObject('Values of the inputs by name'),
    before: outcomeSchema,
    after: outcomeSchema,
  },
  { title: 'DecisionDifference', description: 'A past evaluation that would come out differently' },
);

/** How often the rules of a table applied. */
export const tableCoverageSchema = Type.Object(
  {
    tableId: Type.String({ description: 'Id of the table in the DMN file' }),
    ownerId: Type.String({ description: 'Id of the decision or business knowledge model that has the table' }),
    ownerName: Type.String({ description: 'Name of that decision or business knowledge model' }),
    hitPolicy: Type.String({ description: 'UNIQUE, ANY, PRIORITY, FIRST, RULE ORDER, OUTPUT ORDER or COLLECT' }),
    rules: Type.Array(
      Type.Object({
        ruleId: Type.String({ description: 'Id of the rule in the DMN file' }),
        index: Type.Integer({ description: 'Position of the rule in its table, from 1' }),
        line: Type.Integer({ description: 'Line of the DMN file, from 1' }),
        annotation: Type.Union([Type.String(), Type.Null()], {
          description: 'Description or annotations of the rule; null when it has none',
        }),
        hits: Type.Integer({ description: 'How often the rule applied' }),
      }),
      { description: 'The rules in the order of the table' },
    ),
  },
  { title: 'TableCoverage', description: 'How often the rules of a table applied' },
);

/** How many rules of a file applied at least once. */
export const coverageMembers = {
  rules: Type.Integer({ description: 'Number of rules' }),
  covered: Type.Integer({ description: 'Number of rules that applied at least once' }),
  percent: Type.Integer({ description: 'covered in percent of rules, rounded down; 100 when there are no rules' }),
  tables: Type.Array(tableCoverageSchema, { description: 'The tables of the file' }),
};
