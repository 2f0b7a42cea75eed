import { ConfigError } from '../../kernel/config.js';
import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import type { Sealing } from '../../kernel/sealing.js';
import { type Database, transaction } from '../../postgres/database.js';
import { lockProviders, providerRows, updateProviderRow } from '../records/sso/provider-queries.js';
import { replaceIdToken, storedIdTokens } from '../records/sso/sso-session-queries.js';
import { secretContext } from './providers/providers.js';
import { idTokenContext } from './single-sign-on.js';

/**
 * Brings the client secrets of identity providers and the ID tokens of their sessions under the first secret key, whatever
 * they were under.
 *
 * @throws ConfigError when a client secret is sealed and no given key opens it
 */
export async function resealSingleSignOn(db: Database, sealing: Sealing, log: Log): Promise<void> {
  const secrets = await transaction(db, async (tx) => {
    // As operations that change a provider do, so that none of them is undone.
    await lockProviders(tx);
    let count = 0;
    for (const row of await providerRows(tx)) {
      const { id, clientSecret } = row;
      if (clientSecret === null || sealing.isCurrent(clientSecret)) continue;
      const context = secretContext(id);
      await updateProviderRow(tx, { ...row, clientSecret: sealing.seal(context, sealing.open(context, clientSecret)) });
      count += 1;
    }
    return count;
  });
  if (secrets > 0) log.info({ secrets }, 'client secrets of identity providers encrypted with the first secret key');
  await resealIdTokens(db, sealing, log);
}

/** An ID token that no key opens is only a hint at the sign-out, which does without: it keeps no server from its start. */
async function resealIdTokens(db: Database, sealing: Sealing, log: Log): Promise<void> {
  let after = INSTALLATION_ID;
  for (let count = 0, unopened = 0; ; ) {
    const batch = await transaction(db, async (tx) => {
      const rows = await storedIdTokens(tx, after);
      for (const { sessionId, idToken } of rows.filter((row) => !sealing.isCurrent(row.idToken))) {
        const context = idTokenContext(sessionId);
        const text = opened(sealing, context, idToken);
        if (text === undefined) unopened += 1;
        else {
          await replaceIdToken(tx, sessionId, sealing.seal(context, text));
          count += 1;
        }
      }
      return rows;
    });
    const last = batch.at(-1);
    if (last === undefined) {
      if (count > 0) log.info({ sessions: count }, 'ID tokens of sessions encrypted with the first secret key');
      if (unopened > 0) log.warn({ sessions: unopened }, 'ID tokens of sessions are under a key that is not given');
      return;
    }
    after = last.sessionId;
  }
}

function opened(sealing: Sealing, context: string, stored: string): string | undefined {
  try {
    return sealing.open(context, stored);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
