import { expect } from 'vitest';
import type { Variables } from '../../state/run-state.js';
import { attr } from '../../testing/bpmn.js';
import { compileDecisions } from '../compile-decisions.js';
import { evaluateDecision } from '../evaluate-decision.js';
import type { DecisionModel } from '../model/decision-model.js';

/** Small builders for DMN XML, so that a test reads as the decision it is about. */

export const NOW = Date.parse('2026-03-01T12:00:00.000Z');

type Attributes = Readonly<Record<string, string | undefined>>;

export function el(name: string, attributes: Attributes = {}, ...content: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${attr(value)}"`,
  );
  return `<${name}${written.join('')}>${content.join('')}</${name}>`;
}

export function definitions(...content: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" id="d" name="d" namespace="urn:test">
${content.join('\n')}
</definitions>`;
}

/** An input data `input('amount', 'number')`; its id is `i_` and the name. */
export function input(name: string, typeRef?: string): string {
  return el('inputData', { id: `i_${name}`, name }, el('variable', { name, typeRef }));
}

/** Requirements: `needs('amount', 'd:Discount', 'k:Rate')` of input data, decisions and functions by their names. */
export function needs(...names: readonly string[]): string {
  return names
    .map((name) => {
      const [, kind, rest = ''] = /^([dk]):(.*)$/.exec(name) ?? [null, 'i', name];
      if (kind === 'k') return el('knowledgeRequirement', {}, el('requiredKnowledge', { href: `#k_${rest}` }));
      const element = kind === 'd' ? 'requiredDecision' : 'requiredInput';
      return el('informationRequirement', {}, el(element, { href: `#${kind}_${rest}` }));
    })
    .join('');
}

/** A decision with the id `d_` and its name. */
export function decision(name: string, requirements: string, logic: string, typeRef?: string): string {
  return el('decision', { id: `d_${name}`, name }, el('variable', { name, typeRef }), requirements, logic);
}

/** A business knowledge model with the id `k_` and its name. */
export function knowledge(name: string, parameters: Attributes, logic: string, requirements = ''): string {
  const formal = Object.entries(parameters).map(([parameter, typeRef]) =>
    el('formalParameter', { name: parameter, typeRef }),
  );
  return el(
    'businessKnowledgeModel',
    { id: `k_${name}`, name },
    el('variable', { name }),
    el('encapsulatedLogic', {}, ...formal, logic),
    requirements,
  );
}

export function literal(text: string, typeRef?: string): string {
  return el('literalExpression', { typeRef }, el('text', {}, attr(text)));
}

export function entry(name: string | null, logic: string, typeRef?: string): string {
  return el('contextEntry', {}, name === null ? '' : el('variable', { name, typeRef }), logic);
}

export type TableOptions = {
  readonly hitPolicy?: string;
  readonly aggregation?: string;
  /** Expression of each input column, with `: type` or `: type = allowed values` when needed. */
  readonly inputs: readonly string[];
  /** Name of each output column, with `= allowed values` and `? default` when needed. */
  readonly outputs: readonly string[];
  /** `cell | cell -> output | output` */
  readonly rules: readonly string[];
};

/** A table `t` with the rules r1, r2, … */
export function table({ hitPolicy, aggregation, inputs, outputs, rules }: TableOptions): string {
  return el(
    'decisionTable',
    { id: 't', hitPolicy, aggregation },
    ...inputs.map(inputColumn),
    ...outputs.map((output) => outputColumn(output, outputs.length)),
    ...rules.map(rule),
  );
}

function inputColumn(written: string): string {
  const [, expression = '', typeRef, allowed] = /^(.*?)(?:: ([\w ]+?))?(?: = (.*))?$/.exec(written) ?? [];
  const values = allowed === undefined ? '' : el('inputValues', {}, el('text', {}, attr(allowed)));
  return el('input', {}, el('inputExpression', { typeRef }, el('text', {}, attr(expression))), values);
}

function outputColumn(written: string, count: number): string {
  const [, name = '', allowed, fallback] = /^(.*?)(?: = (.*?))?(?: \? (.*))?$/.exec(written) ?? [];
  return el(
    'output',
    { name: count === 1 && name === '' ? undefined : name },
    allowed === undefined ? '' : el('outputValues', {}, el('text', {}, attr(allowed))),
    fallback === undefined ? '' : el('defaultOutputEntry', {}, el('text', {}, attr(fallback))),
  );
}

function rule(written: string, at: number): string {
  const [left = '', right = ''] = written.split(/ ?-> /);
  const cells = (text: string, name: string): string =>
    text === '' && name === 'outputEntry'
      ? ''
      : text
          .split(' | ')
          .map((cell) => el(name, {}, el('text', {}, attr(cell.trim()))))
          .join('');
  return el('rule', { id: `r${at + 1}` }, cells(left, 'inputEntry'), cells(right, 'outputEntry'));
}

/** Compiles a file that must have no errors. */
export function modelOf(...content: readonly string[]): DecisionModel {
  const { model, problems } = compileDecisions(definitions(...content));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (model === undefined) throw new Error('there is no model');
  return model;
}

/** Problems of a file as `severity code element: message`. */
export function problemsOf(...content: readonly string[]): readonly string[] {
  return compileDecisions(definitions(...content)).problems.map(
    ({ severity, code, elementId, message }) => `${severity} ${code} ${elementId}: ${message}`,
  );
}

export function resultFor(model: DecisionModel, name: string, context: Variables = {}): unknown {
  return evaluateDecision(model, name, context, NOW).value;
}

/** The value of a table over the input data `a` and `b`. */
export function valueOfTable(options: TableOptions, context: Variables = {}): unknown {
  return resultFor(modelOfTable(options), 'T', context);
}

export function modelOfTable(options: TableOptions): DecisionModel {
  return modelOf(input('a'), input('b'), decision('T', needs('a', 'b'), table(options)));
}
