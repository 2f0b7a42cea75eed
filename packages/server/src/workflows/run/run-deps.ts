import type { Log } from '../../kernel/log.js';
import type { Database } from '../../postgres/database.js';
import type { ChangeProcess } from '../../processes/change/change-process.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { DecisionModels } from '../decisions/decision-models.js';
import type { PeopleById } from '../votes/electorate.js';
import type { Definitions } from './definitions.js';

/** What the functions that advance a run need. */
export interface RunDeps {
  readonly db: Database;
  readonly subProjects: SubProjects;
  readonly definitions: Definitions;
  readonly decisions: DecisionModels;
  readonly changeProcess: ChangeProcess;
  readonly peopleById: PeopleById;
  /** Job types the worker loop has handlers for; every other type is external. */
  readonly handledTypes: ReadonlySet<string>;
  /** Whether jobs of the type `event` are published into the event log inside the run's transaction; else a handler sends them. */
  readonly publishesEvents: boolean;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Set while a job is given up: every command becomes an incident with this message. */
  readonly hold?: string;
}
