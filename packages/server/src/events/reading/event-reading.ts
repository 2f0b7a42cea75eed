import { coversEventType, type Event, type Operations } from '@millrace/contract';
import { type Access, listedFor } from '../../access/authorize.js';
import { everything, type NameSet, type Role } from '../../access/role.js';
import { rowFilterOf } from '../../access/row-filter.js';
import { redact } from '../../audit/redact.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { Database } from '../../postgres/database.js';
import type { AuditedFile } from '../../processes/records/visibility/audit-visibility.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import { coveringRoles } from '../../processes/records/visibility/process-visibility.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { Caller } from '../../use-case/caller.js';
import type { LoggedEvent } from '../records/event-log.js';
import { judgeEvents } from '../records/event-visibility.js';
import { eventPatterns } from './event-patterns.js';
import { HIDDEN, hiddenProcesses } from './hidden-processes.js';

/** What reading events needs. */
export interface ReadingDeps {
  readonly db: Database;
  readonly subProjects: Pick<SubProjects, 'load'>;
  /** Who sees the events about a file. */
  readonly auditedFile: AuditedFile;
}

/** What both ways to read events are asked. */
export interface EventRequest {
  readonly subProjectId: string;
  readonly types?: string[];
  readonly processId?: string;
}

/** What a caller reads of the events of a sub-project, as its roles are now. */
export interface EventReading {
  readonly subProjectId: string;
  /** Of the configuration that decided it. */
  readonly versionId: string;
  readonly processId: string | undefined;
  /** Types of events that may be told: patterns, see `coversEventType`. */
  readonly types: readonly string[];
  /** Differs when the rights of the caller are others. */
  readonly rights: string;
  /** Those of the events that the caller sees, as it sees them. */
  present(events: readonly LoggedEvent[]): Promise<readonly Event[]>;
}

/**
 * Decides what a caller may read of the events: the types that a role subscribes to, of the processes that this role covers,
 * with the fields that the roles read of them. Everything is judged when the events are read, not when they happened.
 *
 * @throws CatalogueError what `enter` raises, 1221 and 1205 for the process, 1232 for unknown types
 */
export async function openEvents(
  deps: ReadingDeps,
  caller: Caller,
  operation: Operations['getEvents' | 'streamEvents'],
  request: EventRequest,
): Promise<EventReading> {
  const { subProject, access } = await enter(deps.subProjects, caller, request.subProjectId, operation);
  const { processId } = request;
  if (processId !== undefined) {
    await enterProcess(deps.db, subProject, access, processId, {
      unknown: { id: errorIds.processNotFound },
      outside: errorIds.mayNotRead,
    });
  }
  const wanted = eventPatterns(request.types);
  const subscribed = access.unrestricted ? ['*'] : access.roles.flatMap(({ subscribe }) => patternsOfGrant(subscribe));
  const isWanted = (type: string) => wanted === undefined || wanted.some((pattern) => coversEventType(pattern, type));
  return {
    subProjectId: subProject.id,
    versionId: subProject.versionId,
    processId,
    types: wanted ?? [...new Set(subscribed)],
    rights: rightsOf(subProject, access),
    present: async (events) => {
      const about = events.filter(({ type }) => isWanted(type) || (type === 'process.updated' && isWanted(HIDDEN)));
      return presented({ deps, subProject, access, isWanted }, about);
    },
  };
}

interface Presenting {
  readonly deps: ReadingDeps;
  readonly subProject: SubProject;
  readonly access: Access;
  readonly isWanted: (type: string) => boolean;
}

async function presented(context: Presenting, events: readonly LoggedEvent[]): Promise<readonly Event[]> {
  const { deps, subProject, access, isWanted } = context;
  if (events.length === 0) return [];
  if (access.unrestricted) {
    return events.filter(({ type }) => isWanted(type)).map((event) => wireEvent(subProject, event, event.data));
  }
  const declared = new Set(subProject.fields.keys());
  const judged = await judgeEvents(deps.db, subProject, access, deps.auditedFile, events);
  const seen = new Map<number, Event>();
  const unseen: LoggedEvent[] = [];
  for (const event of events) {
    const covered = judged.get(event.position);
    const fields = covered && fieldsSeen(access, event, coveringRoles(access, covered));
    if (fields === undefined) unseen.push(event);
    else if (isWanted(event.type)) {
      seen.set(event.position, wireEvent(subProject, event, redact(event.data, declared, fields) ?? {}));
    }
  }
  const hidden = rowFilterOf(access) === undefined ? [] : await hiddenProcesses(deps.db, subProject, access, unseen);
  for (const event of hidden) {
    seen.set(event.position, {
      ...wireEvent(subProject, event, {}),
      type: HIDDEN,
      by: { id: 'system', name: 'system' },
    });
  }
  return [...seen.values()].sort((a, b) => Number(a.position) - Number(b.position));
}

/**
 * The fields that a reader sees of what an event is about; undefined when no role of it subscribes to the type there. A role
 * that covers the process must subscribe to the type itself: one role may not see by the filter of another.
 */
function fieldsSeen(
  access: Access,
  { type, processId, subjectType }: LoggedEvent,
  covering: readonly Role[],
): NameSet | undefined {
  const subscribes = (roles: readonly Role[]) => roles.some(({ subscribe }) => subscribe?.has(type) === true);
  const ofNoProcess = processId === null || (subjectType === 'file' && covering.length === 0);
  if (!subscribes(ofNoProcess ? access.roles : covering)) return undefined;
  const readers = ofNoProcess ? access.roles : covering;
  return readers.some(({ read }) => read?.all === true) ? everything : listedFor(access, readers, ({ read }) => read);
}

const wireEvent = (subProject: SubProject, event: LoggedEvent, data: object): Event => ({
  id: `${subProject.id}:${event.position}`,
  position: String(event.position),
  type: event.type,
  createdTs: event.createdTs.toISOString(),
  subProjectId: subProject.id,
  processId: event.processId,
  sequence: event.sequence === null ? null : String(event.sequence),
  subject: { type: event.subjectType, id: event.subjectId },
  by: { id: event.byId, name: event.byName },
  traceId: event.traceId,
  data,
});

const patternsOfGrant = (grant: NameSet | undefined): readonly string[] =>
  grant === undefined ? [] : grant.all ? ['*'] : grant.names;

/** Everything that decides what the caller sees; roles are plain but for their functions, which JSON leaves out. */
const rightsOf = (subProject: SubProject, { unrestricted, roles }: Access): string =>
  JSON.stringify([unrestricted, roles, [...subProject.fields.keys()]]);
