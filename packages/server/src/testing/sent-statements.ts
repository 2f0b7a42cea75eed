import pg from 'pg';

/** What the clients of this process sent to PostgreSQL. */
export interface Sent {
  /** Statements, with `begin` and `commit`. */
  readonly statements: number;
  /** How often the process waited for an answer before it sent more. */
  readonly roundTrips: number;
}

/**
 * Counts what is sent while work runs. Other work at the same time counts as well, so tests that use this have a database of
 * their own and no worker.
 */
export async function sentWhile(work: () => Promise<unknown>): Promise<Sent> {
  let statements = 0;
  let roundTrips = 0;
  let isAnswered = true;
  const { prototype } = pg.Client;
  const { query } = prototype;
  const answered = () => {
    isAnswered = true;
  };
  const counting = function (this: pg.Client, ...given: unknown[]): unknown {
    statements += 1;
    if (isAnswered) roundTrips += 1;
    isAnswered = false;
    const answer: unknown = Reflect.apply(query, this, given);
    if (answer instanceof Promise) answer.then(answered, answered);
    return answer;
  };
  Object.assign(prototype, { query: counting });
  try {
    await work();
  } finally {
    Object.assign(prototype, { query });
  }
  return { statements, roundTrips };
}
