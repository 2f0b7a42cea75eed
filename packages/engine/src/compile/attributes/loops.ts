import type { ComplexBehaviour, Loop, LoopBehaviour, SingleTrigger } from '../../model/node.js';
import type { Findings } from '../report/findings.js';
import { body, child, children, eventDefinitions, extension, flag, text, type Xml } from '../xml/moddle.js';
import { readSingleTrigger } from './triggers.js';
import { readExpression, readOptionalValue } from './values.js';
import { checkVariable, isVariablePath, reportIgnored } from './zeebe.js';

/** Multi-instance or standard loop characteristics of an activity; null when it has none. */
export function readLoop(findings: Findings, activity: Xml, id: string): Loop | null {
  const characteristics = child(activity, 'loopCharacteristics');
  if (characteristics === null) return null;
  if (characteristics.$type === 'bpmn:StandardLoopCharacteristics') return readStandard(findings, characteristics, id);
  return readMulti(findings, characteristics, id);
}

function readStandard(findings: Findings, characteristics: Xml, id: string): Loop {
  const written = characteristics.loopMaximum;
  const maximum = typeof written === 'number' ? written : Number(written ?? Number.NaN);
  const hasMaximum = Number.isInteger(maximum) && maximum > 0;
  if (written !== undefined && !hasMaximum) {
    findings.error(id, 'bad-loop-maximum', 'the loop maximum must be a whole number above 0');
  }
  const hasCondition = child(characteristics, 'loopCondition') !== null;
  if (!hasCondition && !hasMaximum) {
    findings.error(
      id,
      'endless-loop',
      'the loop has neither a condition nor a maximum, so it would never end: set one of them',
    );
  }
  return {
    type: 'standard',
    testBefore: flag(characteristics, 'testBefore') === true,
    condition: hasCondition
      ? readExpression(findings, id, body(characteristics, 'loopCondition'), 'the loop condition')
      : null,
    maximum: hasMaximum ? maximum : null,
  };
}

function readMulti(findings: Findings, characteristics: Xml, id: string): Loop {
  reportIgnored(findings, characteristics, id, ['zeebe:LoopCharacteristics']);
  for (const property of ['loopDataInputRef', 'loopDataOutputRef', 'inputDataItem', 'outputDataItem']) {
    if (characteristics[property] !== undefined) {
      findings.ignore(id, 'attribute-ignored', `${property} has no effect here: use zeebe:loopCharacteristics`);
    }
  }
  const zeebe = extension(characteristics, 'zeebe:LoopCharacteristics');
  const source = zeebe === null ? null : text(zeebe, 'inputCollection');
  const cardinality = readOptionalValue(findings, id, body(characteristics, 'loopCardinality'));
  if (source === null && cardinality === null) {
    findings.error(id, 'missing-collection', 'the multi-instance activity has no input collection');
  }
  if (source === null && cardinality?.type === 'literal' && !/^\s*\d{1,6}\s*$/.test(cardinality.text)) {
    findings.error(id, 'not-feel', 'the loop cardinality must be a whole number or a FEEL expression with a leading =');
  }
  const variable = (property: string): string | null => {
    const name = zeebe === null ? null : (text(zeebe, property)?.trim() ?? null);
    if (name !== null) checkVariable(findings, id, name);
    return name;
  };
  const output = zeebe === null ? null : text(zeebe, 'outputElement');
  if (zeebe !== null && (text(zeebe, 'outputCollection') === null) !== (output === null)) {
    findings.error(id, 'missing-output', 'set the output collection and the output element together, or neither');
  }
  return {
    type: 'multi',
    sequential: flag(characteristics, 'isSequential') === true,
    collection: source === null ? null : readExpression(findings, id, source, 'the input collection'),
    cardinality: source === null ? cardinality : null,
    inputElement: variable('inputElement'),
    outputCollection: variable('outputCollection'),
    outputVariable: output === null ? null : variableOf(output),
    outputElement: output === null ? null : readExpression(findings, id, output, 'the output element'),
    completion:
      child(characteristics, 'completionCondition') === null
        ? null
        : readExpression(findings, id, body(characteristics, 'completionCondition'), 'the completion condition'),
    behaviour: readBehaviour(findings, characteristics, id),
  };
}

/** When the loop throws which events; null: never. */
function readBehaviour(findings: Findings, characteristics: Xml, id: string): LoopBehaviour | null {
  const written = text(characteristics, 'behavior') ?? 'All';
  switch (written) {
    case 'All':
      return null;
    case 'None':
    case 'One': {
      const property = written === 'None' ? 'noneBehaviorEventRef' : 'oneBehaviorEventRef';
      const definition = child(characteristics, property);
      if (definition === null) {
        findings.error(id, 'missing-behavior', `behavior ${written} needs a ${property}, the event that it throws`);
        return null;
      }
      const event = readThrown(findings, definition, id);
      return event === null ? null : { type: written === 'None' ? 'each' : 'first', event };
    }
    case 'Complex': {
      const definitions = children(characteristics, 'complexBehaviorDefinition');
      if (definitions.length === 0)
        findings.error(id, 'missing-behavior', 'behavior Complex needs at least one complexBehaviorDefinition');
      return { type: 'complex', definitions: definitions.flatMap((entry) => readComplex(findings, entry, id)) };
    }
    default:
      findings.error(id, 'bad-behavior', `behavior is None, One, All or Complex, not ${written.slice(0, 40)}`);
      return null;
  }
}

function readComplex(findings: Findings, definition: Xml, id: string): readonly ComplexBehaviour[] {
  const condition = readExpression(findings, id, body(definition, 'condition'), 'the condition of the behavior');
  const thrower = child(definition, 'event');
  const [only, ...others] = thrower === null ? [] : eventDefinitions(thrower);
  if (others.length > 0) findings.error(id, 'not-executed', 'a complexBehaviorDefinition throws one event');
  const event = only === undefined ? null : readThrown(findings, only, id);
  return condition === null ? [] : [{ condition, event }];
}

/** An event that a loop throws to its boundary events. */
function readThrown(findings: Findings, definition: Xml, id: string): SingleTrigger | null {
  const event = readSingleTrigger(findings, definition, id);
  if (event === null || ['message', 'signal', 'error', 'escalation'].includes(event.type)) return event;
  findings.error(id, 'not-executed', `a multi-instance activity cannot throw ${event.type}`);
  return null;
}

const CONSTANTS: readonly string[] = ['true', 'false', 'null'];

/** `= result` and `= result.total` give `result`; other expressions null. */
export function variableOf(source: string): string | null {
  const path = source.trim().replace(/^=/, '').trim();
  const [name = ''] = path.split('.');
  return isVariablePath(path) && !CONSTANTS.includes(name) && name !== 'process' ? name : null;
}
