import pg from 'pg';

/**
 * Runs `work`, and `meanwhile` once before the first statement of it whose text has `text` is sent, on other connections. Work of others at the
 * same time counts as well, so tests that use this have a database of their own and no worker.
 */
export async function beforeStatement<T>(text: string, meanwhile: () => Promise<unknown>, work: () => Promise<T>) {
  const { prototype } = pg.Client;
  const { query } = prototype;
  let isDone = false;
  const interrupted = function (this: pg.Client, ...given: unknown[]): unknown {
    const [statement] = given as [string | { readonly text?: string }];
    const sent = typeof statement === 'string' ? statement : (statement.text ?? '');
    if (isDone || !sent.includes(text)) return Reflect.apply(query, this, given);
    isDone = true;
    return meanwhile().then(() => Reflect.apply(query, this, given));
  };
  Object.assign(prototype, { query: interrupted });
  try {
    const result = await work();
    if (!isDone) throw new Error(`no statement with "${text}" was sent`);
    return result;
  } finally {
    Object.assign(prototype, { query });
  }
}
