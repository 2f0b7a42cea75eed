import { errorCatalogue, type operations, type ResponseOf } from '@millrace/contract';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';

/** The answer of explainAccess. */
export type Explanation = ResponseOf<typeof operations.explainAccess>;
type Check = Explanation['checks'][number];

/** The checks in the order of D13. */
const order = ['user', 'subProject', 'scope', 'roles', 'grant', 'process', 'rowFilter', 'field'] as const;
export type CheckName = (typeof order)[number];

/** Collects the outcomes of checks until one fails. The checks after it count as skipped. */
export class Findings {
  readonly #found = new Map<CheckName, Check>();
  #failure: { readonly error: CatalogueError; readonly decidedBy: string } | undefined;
  /** What decides when nothing fails: the latest check that gave a reason. */
  #reason = '';

  passed(check: CheckName, detail: string, decidedBy?: string): void {
    this.#found.set(check, { check, outcome: 'passed', detail });
    if (decidedBy !== undefined) this.#reason = decidedBy;
  }

  skipped(check: CheckName, detail: string): void {
    this.#found.set(check, { check, outcome: 'skipped', detail });
  }

  failed(check: CheckName, error: CatalogueError, decidedBy: string = check): void {
    this.#found.set(check, { check, outcome: 'failed', detail: error.detail });
    this.#failure = { error, decidedBy };
  }

  get refused(): boolean {
    return this.#failure !== undefined;
  }

  /** The members of the answer that the checks decide. */
  result(): Pick<Explanation, 'allowed' | 'decidedBy' | 'error' | 'checks'> {
    const failure = this.#failure;
    return {
      allowed: failure === undefined,
      decidedBy: failure?.decidedBy ?? this.#reason,
      error:
        failure === undefined
          ? null
          : {
              id: failure.error.id,
              code: errorCatalogue[failure.error.id].code,
              status: failure.error.status,
              detail: failure.error.detail,
            },
      checks: order.map(
        (check) =>
          this.#found.get(check) ?? { check, outcome: 'skipped', detail: skippedBecause(failure !== undefined) },
      ),
    };
  }
}

const skippedBecause = (refused: boolean): string =>
  refused ? 'An earlier check decided.' : 'Nothing of the request calls for it.';
