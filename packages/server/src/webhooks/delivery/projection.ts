import { type Event, type EventTypeName, operations } from '@millrace/contract';
import { compileFeel, ExpressionError, type FeelExpression } from '@millrace/engine';
import type { Access } from '../../access/authorize.js';
import { type EventReading, openEvents } from '../../events/reading/event-reading.js';
import type { LoggedEvent } from '../../events/records/event-log.js';
import type { Filter } from '../../filters/filter.js';
import { FilterError } from '../../filters/filter-error.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { inTimeSlices } from '../../kernel/time-slices.js';
import { transaction } from '../../postgres/database.js';
import { matchingProcesses, readProcessFilter } from '../../processes/records/visibility/matching-processes.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Caller } from '../../use-case/caller.js';
import type { Subscription } from '../records/subscriptions.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';

/** What is sent for an event; or why it cannot be said. */
export type Projected = { readonly event: Event } | { readonly failure: string };

/** The owner may not have events now, or the settings do not fit the configuration any more. */
export class Suspended extends Error {
  override readonly name = 'Suspended';
}

/** The rights of the owner are looked at again after so long, and when another configuration is deployed. */
const FRESH_MS = 2000;

/** Types that are sent whatever the filter says: the process is gone, or not to be seen any more. */
const UNFILTERED: readonly string[] = ['process.deleted', 'process.hidden'] satisfies EventTypeName[];

interface Opened {
  readonly at: number;
  readonly subProject: SubProject;
  readonly access: Access;
  readonly reading: EventReading;
  /** Undefined: all processes, and events of none. */
  readonly filter: Filter | undefined;
}

/** What the receiver of a subscription gets: the events that its owner sees, with the fields that it sees, as of now. */
export class Projection {
  readonly #deps: WebhookDeps;
  readonly #subscription: Subscription;
  readonly #condition: FeelExpression | undefined;
  #opened: Opened | undefined;
  #opening: Promise<Opened> | undefined;

  constructor(deps: WebhookDeps, subscription: Subscription) {
    this.#deps = deps;
    this.#subscription = subscription;
    this.#condition = subscription.condition === null ? undefined : compileFeel(subscription.condition);
  }

  /**
   * The configuration and the rights, not older than two seconds.
   *
   * @param versionId of the current configuration, where it is known
   * @throws Suspended
   */
  async open(versionId?: string): Promise<Opened> {
    const opened = this.#opened;
    const isCurrent = versionId === undefined || versionId === opened?.subProject.versionId;
    if (opened !== undefined && isCurrent && performance.now() - opened.at < FRESH_MS) return opened;
    // Requests that are sent at the same time look once.
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    this.#opened = await this.#opening;
    return this.#opened;
  }

  /**
   * Those of the events that are for the receiver, by position.
   *
   * @throws Suspended
   */
  async project(events: readonly LoggedEvent[], versionId?: string): Promise<ReadonlyMap<number, Projected>> {
    const { reading, ...opened } = await this.open(versionId);
    const matching = await this.#filtered(opened, await reading.present(events));
    const projected = new Map<number, Projected>();
    for await (const event of inTimeSlices(matching)) {
      const met = this.#meets(event);
      if (met !== false) projected.set(Number(event.position), met === true ? { event } : met);
    }
    return projected;
  }

  async #open(): Promise<Opened> {
    const { db, subProjects, findOwner } = this.#deps;
    const { subProjectId, ownerId, ownerName, types, filter } = this.#subscription;
    const principal = await findOwner(db, ownerId);
    if (principal === undefined) throw new Suspended(`Its owner, ${ownerName}, is disabled.`);
    const caller: Caller = {
      principal,
      traceId: 'webhook',
      ifMatch: undefined,
      write: (work) => transaction(db, work),
    };
    try {
      const { subProject, access } = await enter(subProjects, caller, subProjectId, operations.getEvents);
      const reading = await openEvents(this.#deps, caller, operations.getEvents, { subProjectId, types: [...types] });
      const isFiltered = Object.keys(filter).length > 0;
      const parsed = isFiltered ? readProcessFilter(subProject, access, filter, '/filter') : undefined;
      return { at: performance.now(), subProject, access, reading, filter: parsed };
    } catch (error) {
      if (error instanceof CatalogueError) throw new Suspended(`Its owner may not have events: ${error.detail}`);
      if (error instanceof FilterError)
        throw new Suspended(`Its filter does not fit the configuration: ${error.message}`);
      throw error;
    }
  }

  async #filtered(
    { subProject, access, filter }: Omit<Opened, 'reading'>,
    events: readonly Event[],
  ): Promise<readonly Event[]> {
    if (filter === undefined || events.length === 0) return events;
    const ids = new Set(events.flatMap(({ type, processId }) => (UNFILTERED.includes(type) ? [] : (processId ?? []))));
    const matching = await matchingProcesses(this.#deps.db, subProject, access, filter, [...ids]);
    return events.filter(({ type, processId }) => UNFILTERED.includes(type) || matching.has(processId ?? ''));
  }

  #meets(event: Event): boolean | { readonly failure: string } {
    if (this.#condition === undefined) return true;
    try {
      const value = this.#condition(event, new Date());
      // null: it compares with something that the event does not have.
      if (value === null || typeof value === 'boolean') return value === true;
      // Without the value: it may be of data that is erased later.
      return { failure: `The condition gave ${kindOf(value)} for the event, and not true or false.` };
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return { failure: `The condition failed on the event: ${error.message}` };
    }
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' || typeof value === 'bigint') return 'a number';
  return typeof value === 'string' ? 'a text' : 'a structured value';
}
