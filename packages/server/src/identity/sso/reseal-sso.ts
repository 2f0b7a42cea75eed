import { ConfigError } from '../../kernel/config.js';
import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import type { Sealing } from '../../kernel/sealing.js';
import { type Database, transaction } from '../../postgres/database.js';
import { resealRows } from '../../use-case/reseal-rows.js';
import { lockProviders, providerRows, updateProviderRow } from '../records/sso/provider-queries.js';
import { replaceIdToken, type StoredIdToken, storedIdTokens } from '../records/sso/sso-session-queries.js';
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
  let unopened = 0;
  const old = await resealRows<StoredIdToken>(db, sealing, {
    next: (tx, last) => storedIdTokens(tx, last?.sessionId ?? INSTALLATION_ID),
    sealedOf: ({ idToken }) => [idToken],
    async replace(tx, { sessionId, idToken }, again) {
      const sealed = unlessUnopened(() => again(idTokenContext(sessionId), idToken));
      if (sealed === undefined) unopened += 1;
      else await replaceIdToken(tx, sessionId, sealed);
    },
  });
  const sessions = old - unopened;
  if (sessions > 0) log.info({ sessions }, 'ID tokens of sessions encrypted with the first secret key');
  if (unopened > 0) log.warn({ sessions: unopened }, 'ID tokens of sessions are under a key that is not given');
}

/** Undefined when no given key opens what is sealed. */
function unlessUnopened(again: () => string): string | undefined {
  try {
    return again();
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
