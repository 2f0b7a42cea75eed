import type { PrincipalOf } from '../../identity/records/principal-of.js';
import type { Log } from '../../kernel/log.js';
import type { Sealing } from '../../kernel/sealing.js';
import type { Database, Queryable } from '../../postgres/database.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { UseCases } from '../../use-case/caller.js';

export interface HookDeps {
  readonly db: Database;
  readonly subProjects: SubProjects;
  readonly sealing: Sealing;
  readonly principalOf: PrincipalOf;
  /** Names of users by id. */
  readonly namesOf: (db: Queryable, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** What a delivery does, with the checks that a request of its user would have. */
  readonly actions: Pick<UseCases, 'createProcess' | 'publishMessage'>;
  /** Where clients reach the service. */
  readonly publicUrl: string;
  readonly log: Log;
}
