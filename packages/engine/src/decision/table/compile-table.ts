import { readSimpleCell, type SimpleCell } from '../cells/cell.js';
import { RuleIndex } from '../cells/rule-index.js';
import { type BuildContext, broken, readFeel, warnOfUnknown } from '../context/build-context.js';
import { feelContext } from '../context/feel-context.js';
import { isFeel } from '../context/feel-language.js';
import { compileTests, type FeelTests } from '../feel/feel.js';
import type { Logic } from '../model/compiled-definitions.js';
import type { RuleInfo, TableInfo } from '../model/decision-model.js';
import type { DecisionTable, InputColumn, OutputColumn, Rule } from '../model/decision-table.js';
import type { Aggregation, HitPolicy } from '../model/hit-policy.js';
import type { Steps } from '../steps/steps.js';
import type { DmnType } from '../types/dmn-type.js';
import { attributeOf, childOf, childrenOf, normalName, textOf } from '../xml/elements.js';
import type { XmlElement } from '../xml/read-xml.js';
import { checkOutputs } from './check-table.js';
import { readOutputColumn } from './compile-output.js';
import { compileRules } from './compile-rules.js';
import { evaluateTable } from './evaluate-table.js';

/** Most rules of a table. */
export const MAX_RULES = 10_000;
/** Rules that are described in one step. */
const RULES_PER_STEP = 200;

const policies: ReadonlySet<string> = new Set<HitPolicy>([
  'UNIQUE',
  'ANY',
  'PRIORITY',
  'FIRST',
  'RULE ORDER',
  'OUTPUT ORDER',
  'COLLECT',
]);
const aggregations: ReadonlySet<string> = new Set<Aggregation>(['SUM', 'MIN', 'MAX', 'COUNT']);

const isPolicy = (text: string): text is HitPolicy => policies.has(text);
const isAggregation = (text: string): text is Aggregation => aggregations.has(text);

/** Compiles a decision table. Its orientation is a matter of drawing only. */
export function* compileTable(context: BuildContext, element: XmlElement): Steps<Logic> {
  const { problems, owner } = context;
  const id = attributeOf(element, 'id') ?? tableId(context);
  const hitPolicy = (attributeOf(element, 'hitPolicy') ?? 'UNIQUE').toUpperCase();
  if (!isPolicy(hitPolicy))
    return broken(context, element, 'bad-hit-policy', `the hit policy ${hitPolicy} of ${owner.name} does not exist`);
  const written = attributeOf(element, 'aggregation')?.toUpperCase() ?? null;
  const aggregation = written !== null && isAggregation(written) ? written : null;
  if (written !== aggregation)
    problems.error(
      element,
      'bad-hit-policy',
      `the aggregation ${written ?? ''} of ${owner.name} does not exist`,
      owner.id,
    );
  if (aggregation !== null && hitPolicy !== 'COLLECT')
    problems.error(
      element,
      'bad-hit-policy',
      `only the hit policy COLLECT has an aggregation, not ${hitPolicy}`,
      owner.id,
    );
  const ruleElements = childrenOf(element, 'rule');
  if (ruleElements.length > MAX_RULES)
    return broken(
      context,
      element,
      'too-many-rules',
      `the table of ${owner.name} has ${ruleElements.length} rules; the limit is ${MAX_RULES}`,
    );
  const inputs: InputColumn[] = [];
  for (const [at, input] of childrenOf(element, 'input').entries()) {
    inputs.push(readInputColumn(context, input, at));
    yield;
  }
  const outputElements = childrenOf(element, 'output');
  const outputs: OutputColumn[] = [];
  for (const [at, output] of outputElements.entries()) {
    outputs.push(readOutputColumn(context, output, at, outputElements.length));
    yield;
  }
  if (outputs.length === 0)
    return broken(context, element, 'missing-output', `the table of ${owner.name} has no output column`);
  checkOutputs(context, element, hitPolicy, aggregation, outputs);
  const rules = yield* compileRules(context, id, ruleElements, inputs, outputs);
  const table: DecisionTable = {
    id,
    ownerId: owner.id,
    ownerName: owner.name,
    line: element.line,
    hitPolicy,
    aggregation,
    inputs,
    outputs,
    named: outputs.length > 1,
    rules,
    index: yield* RuleIndex.of(rules.map((rule) => rule.inputs.map(({ simple }) => simple))),
  };
  context.tables.push({
    table,
    info: {
      id,
      ownerId: owner.id,
      ownerName: owner.name,
      hitPolicy,
      aggregation,
      inputs: inputs.map(({ name }) => name),
      outputs: outputs.map(({ name }) => name),
      rules: yield* describeRules(rules, ruleElements),
    },
  });
  return (frame, evaluation) => evaluateTable(table, frame, evaluation);
}

function tableId({ owner, tables }: BuildContext): string {
  const earlier = tables.filter(({ info }) => info.ownerId === owner.id).length;
  return earlier === 0 ? `${owner.id}_table` : `${owner.id}_table_${earlier + 1}`;
}

function* describeRules(rules: readonly Rule[], elements: readonly XmlElement[]): Steps<TableInfo['rules']> {
  const described: RuleInfo[] = [];
  for (const [at, { id, index, line }] of rules.entries()) {
    described.push({ id, index, line, annotation: annotationOf(elements[at]) });
    if (index % RULES_PER_STEP === 0) yield;
  }
  return described;
}

function annotationOf(rule: XmlElement | undefined): string | null {
  if (rule === undefined) return null;
  const texts = [
    childOf(rule, 'description')?.text.trim() ?? '',
    ...childrenOf(rule, 'annotationEntry').map((entry) => textOf(entry)?.trim() ?? ''),
  ].filter((text) => text !== '');
  return texts.length === 0 ? null : texts.join('; ');
}

function readInputColumn(context: BuildContext, input: XmlElement, at: number): InputColumn {
  const { owner, types } = context;
  const holder = childOf(input, 'inputExpression');
  const source = (holder === null ? null : textOf(holder))?.trim() ?? '';
  const label = attributeOf(input, 'label');
  const name = label ?? (source === '' ? `input ${at + 1}` : normalName(source));
  if (source === '')
    context.problems.error(
      input,
      'missing-expression',
      `column ${at + 1} of ${owner.name} has no input expression`,
      owner.id,
    );
  const language = holder === null ? null : attributeOf(holder, 'expressionLanguage');
  if (!isFeel(language))
    context.problems.error(
      input,
      'not-feel',
      `column ${name} of ${owner.name} is written in ${language ?? ''}: write it in FEEL`,
      owner.id,
    );
  const type: DmnType = types.of(holder === null ? null : attributeOf(holder, 'typeRef'), holder ?? input);
  const expression = source === '' ? null : readFeel(context, input, source, `the input ${name}`);
  const { tests, cell } = readAllowed(context, childOf(input, 'inputValues'), name);
  return { name, expression, type, allowed: tests, allowedCell: cell };
}

/** The allowed values of a column, as tests and as data; nulls when it declares none. */
function readAllowed(
  context: BuildContext,
  holder: XmlElement | null,
  column: string,
): { readonly tests: FeelTests | null; readonly cell: SimpleCell | null } {
  const source = (holder === null ? null : textOf(holder))?.trim() ?? '';
  if (holder === null || source === '' || source === '-') return { tests: null, cell: null };
  try {
    const tests = compileTests(source, feelContext(context));
    warnOfUnknown(context, holder, tests.variables, `the allowed values of ${column}`);
    return { tests, cell: readSimpleCell(source) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.problems.error(
      holder,
      'bad-expression',
      `the allowed values of the input ${column} of ${context.owner.name} cannot be read: ${reason}`,
      context.owner.id,
    );
    return { tests: null, cell: null };
  }
}
