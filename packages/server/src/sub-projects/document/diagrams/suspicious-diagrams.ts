import type { ModelInspection, NameUse } from '@millrace/engine';
import { didYouMean, meantName } from '../findings/did-you-mean.js';
import type { Finding } from '../findings/finding.js';
import { builtInJobTypes } from '../model/built-in-job-types.js';
import type { ConfigurationDocument } from '../model/document.js';
import { reservedUpdates } from '../model/reserved-names.js';
import { suspiciousSecrets } from './diagram-secrets.js';
import type { InspectedDiagram } from './inspect-diagrams.js';
import { suspiciousConnectors } from './suspicious-connectors.js';

/** What expressions find in the variable `process`. */
const processMembers = ['id', 'state', 'priority', 'stageKey', 'fields', 'createdTs', 'updatedTs'];

/**
 * What diagrams say that is allowed and probably a mistake, as warnings. A message or signal that a diagram waits for is not
 * suspicious, because publishMessage and broadcastSignal reach it from outside.
 *
 * @param inspected those of files without errors
 */
export function suspiciousDiagrams(
  document: ConfigurationDocument,
  inspected: readonly InspectedDiagram[],
): readonly Finding[] {
  return [
    ...suspiciousJobTypes(document, inspected),
    ...inspected.flatMap(({ file, found }) => suspiciousConnectors(file, found)),
    ...inspected.flatMap((diagram) => suspiciousSecrets(diagram.file, diagram)),
    ...unknownFields(document, inspected),
    ...uncaught(
      inspected,
      'message',
      ({ thrownMessages }) => thrownMessages,
      ({ caughtMessages }) => caughtMessages,
    ),
    ...uncaught(
      inspected,
      'signal',
      ({ thrownSignals }) => thrownSignals,
      ({ caughtSignals }) => caughtSignals,
    ),
    ...inspected.flatMap(stuckJoins),
  ];
}

/** A type that a role may work on is meant as it is, and so is a type that resembles no other. */
function suspiciousJobTypes(
  document: ConfigurationDocument,
  inspected: readonly InspectedDiagram[],
): readonly Finding[] {
  const ofRoles = (document.roles ?? []).flatMap(({ work }) => (Array.isArray(work) ? work : []));
  const known = new Set([...builtInJobTypes, ...ofRoles]);
  return inspected.flatMap(({ file, found }) =>
    found.jobTypes.flatMap(({ elementId, name }) => {
      if (name === null || known.has(name)) return [];
      const meant = meantName(name, known);
      if (meant === undefined) return [];
      const kind = builtInJobTypes.includes(meant) ? 'is not built in' : 'is not listed under `work` of any role';
      const message =
        `the job type "${name}" ${kind}; did you mean "${meant}"? ` +
        'If external workers do these jobs, list the type under `work` of their role';
      return [{ path: `${file}#${elementId}`, message }];
    }),
  );
}

function unknownFields(document: ConfigurationDocument, inspected: readonly InspectedDiagram[]): readonly Finding[] {
  const fields = Object.keys(document.fields ?? {});
  const settable = [...fields, ...reservedUpdates];
  // FEEL reads `process.fields.due-date` as a subtraction: the field that was meant begins with the name that is read.
  const isField = (name: string) => fields.some((field) => field === name || field.startsWith(`${name}-`));
  return inspected.flatMap(({ file, found }) => {
    const reads = found.processReads.flatMap(({ elementId, path: [member, field] }) => {
      const path = `${file}#${elementId}`;
      if (member === undefined) return [];
      if (!processMembers.includes(member)) {
        const hint = didYouMean(member, processMembers);
        return [{ path, message: `an expression reads process.${member}, which is always null${hint}` }];
      }
      if (member !== 'fields' || field === undefined || isField(field)) return [];
      const hint = didYouMean(field, fields);
      return [
        { path, message: `an expression reads process.fields.${field}, which is no field of the document${hint}` },
      ];
    });
    const updates = found.processUpdates.flatMap(({ elementId, name }) =>
      settable.includes(name)
        ? []
        : [
            {
              path: `${file}#${elementId}`,
              message: `it sets "${name}", which is no field${didYouMean(name, settable)}`,
            },
          ],
    );
    return [...reads, ...updates];
  });
}

/** A name that an expression gives at run time may be any. */
function uncaught(
  inspected: readonly InspectedDiagram[],
  kind: 'message' | 'signal',
  thrown: (found: ModelInspection) => readonly NameUse[],
  caught: (found: ModelInspection) => readonly NameUse[],
): readonly Finding[] {
  const names = inspected.flatMap(({ found }) => caught(found).map(({ name }) => name));
  if (names.includes(null)) return [];
  const awaited = new Set(names.filter((name) => name !== null));
  return inspected.flatMap(({ file, found }) =>
    thrown(found).flatMap(({ elementId, name }) => {
      if (name === null || awaited.has(name)) return [];
      const meant = meantName(name, awaited);
      const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
      return [{ path: `${file}#${elementId}`, message: `no workflow waits for the ${kind} "${name}"${hint}` }];
    }),
  );
}

const stuckJoins = ({ file, found }: InspectedDiagram): readonly Finding[] =>
  found.stuckJoins.map(({ elementId, flows: [one, other] }) => ({
    path: `${file}#${elementId}`,
    message:
      `this parallel join can never complete: no token reaches flow "${other}" in addition to the one on flow "${one}". ` +
      'To join branches of which only one is taken, use an exclusive gateway',
  }));
