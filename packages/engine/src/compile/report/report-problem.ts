import type { Problem } from '../xml/moddle.js';
import { text, xmlName } from '../xml/moddle.js';
import type { Findings } from './findings.js';

/** References that decide what an element means. The ends of flows are reported with the flow. */
const meaningfulReferences = new Set([
  'default',
  'attachedToRef',
  'messageRef',
  'signalRef',
  'errorRef',
  'escalationRef',
  'activityRef',
  'eventDefinitionRef',
]);

/**
 * Reports a problem of the parser. Unknown zeebe extensions (of later versions) and attributes are accepted like the known ones without
 * effect here. Everything else might change what the diagram means, so it is an error.
 */
export function reportProblem(findings: Findings, { message, element, property }: Problem): void {
  const id = element === null ? null : text(element, 'id');
  const unknown = /unknown type <(zeebe:\w+)>/.exec(message)?.[1];
  const duplicate = /duplicate ID <([^>]+)>/.exec(message)?.[1];
  // The text is decoded already, so the encoding that it names does not matter.
  if (/^unsupported document encoding/.test(message)) return;
  if (duplicate !== undefined) findings.error(duplicate, 'duplicate-id', 'two elements have this id');
  else if (unknown !== undefined) {
    findings.ignore(null, 'extension-ignored', `${xmlName(unknown)} is not known here and has no effect`);
  } else if (/^unknown attribute </.test(message)) findings.ignore(id, 'attribute-ignored', message);
  else if (property === null) findings.error(id, 'bad-xml', message);
  else if (meaningfulReferences.has(property) && element?.$type !== 'bpmn:MessageFlow') {
    findings.error(id, 'dangling-reference', `${property} references an element that does not exist: ${message}`);
  } else if (property !== 'sourceRef' && property !== 'targetRef') {
    findings.ignore(id, 'reference-ignored', `${property} references an element that does not exist: ${message}`);
  }
}
