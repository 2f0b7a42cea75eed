import type { JWK } from 'jose';
import { createSealing } from '../../kernel/sealing.js';
import type { SealedJwk } from '../records/signing-key-queries.js';

/** Seals private keys, bound to the row they belong to. */
export interface KeyEncryption {
  /** Whether the stored value is as `seal` would store it now: under the first key, or plain without keys. */
  isCurrent(stored: JWK | SealedJwk): boolean;
  seal(id: string, jwk: JWK): JWK | SealedJwk;
  /** @throws ConfigError when no given key opens it */
  open(id: string, stored: JWK | SealedJwk): JWK;
}

/** @param keys of the configuration, base64: the first seals, all of them open; none: values are stored as they are */
export function createKeyEncryption(keys: readonly string[]): KeyEncryption {
  const sealing = createSealing(keys);
  return {
    isCurrent: (stored) => (isSealed(stored) ? stored.by : undefined) === sealing.keyId,
    seal(id, jwk) {
      const sealed = sealing.sealParts(id, JSON.stringify(jwk));
      return sealed === undefined ? jwk : { sealed: 'A256GCM', ...sealed };
    },
    open: (id, stored) => (isSealed(stored) ? (JSON.parse(sealing.openParts(id, stored)) as JWK) : stored),
  };
}

const isSealed = (stored: JWK | SealedJwk): stored is SealedJwk => 'sealed' in stored;
