import type { Problem } from '../xml/moddle.js';
import { text, xmlName } from '../xml/moddle.js';
import type { Findings } from './findings.js';

/** References without which an element is not what its author drew. Ends of flows are reported with the flow. */
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
 * Reports what the parser could not make sense of. Unknown zeebe extensions (of younger versions) and attributes are accepted like the
 * known ones that have no effect here; everything else might change what the diagram means.
 */
export function reportProblem(findings: Findings, { message, element, property }: Problem): void {
  const id = element === null ? null : text(element, 'id');
  const unknown = /unknown type <(zeebe:\w+)>/.exec(message)?.[1];
  const duplicate = /duplicate ID <([^>]+)>/.exec(message)?.[1];
  // The text has been decoded already, whatever encoding it names.
  if (/^unsupported document encoding/.test(message)) return;
  if (duplicate !== undefined) findings.error(duplicate, 'duplicate-id', 'two elements have this id');
  else if (unknown !== undefined) {
    findings.ignore(null, 'extension-ignored', `${xmlName(unknown)} is not known here and has no effect`);
  } else if (/^unknown attribute </.test(message)) findings.ignore(id, 'attribute-ignored', message);
  else if (property === null) findings.error(id, 'bad-xml', message);
  else if (meaningfulReferences.has(property) && element?.$type !== 'bpmn:MessageFlow') {
    findings.error(id, 'dangling-reference', `${property} leads nowhere: ${message}`);
  } else if (property !== 'sourceRef' && property !== 'targetRef') {
    findings.ignore(id, 'reference-ignored', `${property} leads nowhere: ${message}`);
  }
}
