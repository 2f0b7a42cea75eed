import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A new database on the given PostgreSQL, or nothing where the server is to start its own. */
export async function createDatabase(serverUrl: string | undefined): Promise<TestDatabase | undefined> {
  if (!serverUrl) return undefined;
  const name = `millrace_acceptance_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await run(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(serverUrl, `drop database if exists ${name} with (force)`) };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
