import { sql } from '../sql/sql.js';
import type { Database } from './database.js';

/** @throws DatabaseUnavailableError when PostgreSQL does not answer */
export async function ping(db: Database): Promise<void> {
  await db.run(sql`select 1`);
}
