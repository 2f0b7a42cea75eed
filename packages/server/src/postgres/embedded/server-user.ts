import type { Log } from '../../kernel/log.js';
import { connect } from '../connection/pool.js';
import { sql } from '../sql/sql.js';
import { createServerPassword, readServerPassword, SERVER_USER } from './cluster.js';
import type { Home } from './home.js';

/** Any number will do as long as no other advisory lock of this database has it. */
const LOCK = 1_493_995_792;

/**
 * Makes sure that the cluster has the role of the servers, also one that was made before there was such a role. Of several
 * servers that start at once one creates it.
 *
 * @param url of the superuser
 * @returns the password of the role
 */
export async function ensureServerUser(home: Home, url: string, log: Log): Promise<string> {
  const db = connect({ url, maxConnections: 1, applicationName: 'millrace-start', log });
  const connection = await db.acquire();
  try {
    await connection.execute(sql`select pg_advisory_lock(${LOCK})`);
    // The address of the role is handed out at once: it must survive a crash even where commits need not.
    await connection.script('set synchronous_commit to on');
    const { rows } = await connection.execute(sql`select 1 from pg_roles where rolname = ${SERVER_USER}`);
    const kept = await readServerPassword(home.cluster);
    if (rows.length > 0 && kept !== undefined) return kept;
    const password = kept ?? (await createServerPassword(home));
    const change = rows.length > 0 ? 'alter' : 'create';
    // Made here of letters, digits, - and _; a command on roles takes no parameters.
    await connection.script(`${change} role ${SERVER_USER} login nosuperuser password '${password}'`);
    return password;
  } finally {
    connection.release(true);
    await db.close();
  }
}
