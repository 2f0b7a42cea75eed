import { WorkingCalendar } from '@millrace/engine';
import { everything, only } from '../../access/role.js';
import type { NormalDocument } from '../document/model/normal-document.js';
import { compileFields } from '../fields/compile-field.js';
import type { StoredVersion } from '../records/version-queries.js';
import { compileRole } from './compile-role.js';
import { compileSlas } from './compile-slas.js';
import type { SubProject } from './sub-project.js';

/**
 * A stored version as the features use it: frozen, with look-ups by name and the checks of its fields. Nothing in it
 * looks at stored processes, so a changed declaration never breaks them (D18).
 */
export function compileConfiguration(version: StoredVersion): SubProject {
  const { document, members, workflows, decisions = [], secretUses = [], calendars = [] } = version.configuration;
  const fields = compileFields(document.fields);
  const keys = { fields };
  const workingTime = new Map(calendars.map((calendar) => [calendar.key, new WorkingCalendar(calendar)]));
  return Object.freeze({
    id: version.subProjectId,
    name: document.name,
    versionId: version.id,
    version: version.number,
    stages: new Map(document.stages.map((stage) => [stage.key, Object.freeze(stage)])),
    defaultStage: document.stages.find((stage) => stage.default)?.key,
    initialState: document.states.initial,
    states: new Set(document.states.values),
    allowsTransition: transitionRule(document.states.transitions),
    tones: new Map(Object.entries(document.states.tones ?? {})),
    priorities: document.priorities.values,
    defaultPriority: document.priorities.default,
    fields,
    businessKey: document.businessKey,
    roles: new Map(document.roles.map((role) => [role.name, compileRole(role, keys)])),
    members: new Map(members.map((member) => [member.userId, Object.freeze(member.roles)])),
    workflows: Object.freeze(workflows.map((workflow) => Object.freeze(workflow))),
    decisions: Object.freeze(decisions.map((entry) => Object.freeze(entry))),
    decisionFiles: new Map(decisions.flatMap((entry) => entry.decisions.map(({ id }) => [id, entry]))),
    storage: Object.freeze({
      legalHold: document.storage.legalHold,
      plugins: document.storage.plugins === null ? everything : only(document.storage.plugins),
      maximumFileSize: document.storage.maximumFileSize ?? undefined,
      quota: document.storage.quota,
      retentionDays: document.storage.retentionDays,
      scan: scannerOf(document.storage.scan),
    }),
    secretUses: Object.freeze(secretUses),
    calendars: workingTime,
    ...compileSlas(document.slas ?? [], fields.values(), workingTime),
    http: Object.freeze(document.http),
  });
}

const DEFAULT_SCAN_SECONDS = 60;

const scannerOf = (scan: NormalDocument['storage']['scan']): SubProject['storage']['scan'] =>
  scan === undefined
    ? undefined
    : Object.freeze({ url: scan.url, timeoutMs: (scan.timeoutSeconds ?? DEFAULT_SCAN_SECONDS) * 1000 });

/** Staying is always allowed; `*` stands for every state. */
function transitionRule(transitions: NormalDocument['states']['transitions']): SubProject['allowsTransition'] {
  if (transitions === null) return () => true;
  const rules = transitions.map(({ from, to }) => ({ from: statesOf(from), to: statesOf(to) }));
  return (from, to) => from === to || rules.some((rule) => rule.from.has(from) && rule.to.has(to));
}

const statesOf = (names: readonly string[]) => (names.includes('*') ? everything : only(names));
