import pg from 'pg';

/**
 * The statements that the clients of this process send to PostgreSQL while work runs, each with `begin` and `commit`. Other work at
 * the same time counts as well, so tests that use this have a database of their own and no worker.
 */
export async function sentStatements(work: () => Promise<unknown>): Promise<readonly string[]> {
  const texts: string[] = [];
  const { prototype } = pg.Client;
  const { query } = prototype;
  const noting = function (this: pg.Client, ...given: unknown[]): unknown {
    const [statement] = given;
    texts.push(textOf(statement));
    return Reflect.apply(query, this, given);
  };
  Object.assign(prototype, { query: noting });
  try {
    await work();
  } finally {
    Object.assign(prototype, { query });
  }
  return texts;
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : '';
}
