import type { Value } from '../../model/node.js';
import type { Findings } from '../report/findings.js';
import { children, extension, text as textOf, type Xml } from '../xml/moddle.js';
import { refuseOldExpression } from './values.js';

// Who may act is never dropped in silence: what other engines write about it is honoured or refused.

const PROPERTIES = ['assignee', 'candidateGroups', 'candidateUsers'] as const;
export type AssignmentProperty = (typeof PROPERTIES)[number];

/**
 * The attributes of Camunda 7, Flowable and Activiti by which a user task says who may act, as `camunda:assignee`; those that
 * zeebe:assignmentDefinition sets itself are left out.
 */
export function readVendorAssignment(userTask: Xml): {
  readonly names: readonly string[];
  readonly texts: ReadonlyMap<AssignmentProperty, string>;
} {
  const { $attrs: attributes } = userTask;
  const definition = extension(userTask, 'zeebe:AssignmentDefinition');
  const names: string[] = [];
  const texts = new Map<AssignmentProperty, string>();
  if (typeof attributes !== 'object' || attributes === null) return { names, texts };
  for (const [name, text] of Object.entries(attributes)) {
    const property = PROPERTIES.find((one) => name.endsWith(`:${one}`));
    if (property === undefined || typeof text !== 'string' || text.trim() === '') continue;
    if (definition !== null && textOf(definition, property) !== null) continue;
    names.push(name);
    texts.set(property, text.trim());
  }
  return { names, texts };
}

/** A literal is honoured as `zeebe:assignmentDefinition` is; an expression of the old language is refused with its FEEL form. */
export function readPerson(
  findings: Findings,
  id: string,
  property: AssignmentProperty,
  text: string | undefined,
): Value | null {
  if (text === undefined) return null;
  if (/[$#]\{/.test(text)) {
    refuseOldExpression(findings, id, `the ${property}`, text);
    return null;
  }
  return { type: 'literal', text };
}

/** The performers of BPMN name resources that exist in no sub-project. */
export function refusePerformers(findings: Findings, userTask: Xml, id: string): void {
  if (children(userTask, 'resources').length === 0) return;
  findings.error(
    id,
    'not-executed',
    'performers and potential owners are not executed: name the people in zeebe:assignmentDefinition',
  );
}
