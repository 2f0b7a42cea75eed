import type { Database } from '../../postgres/database.js';
import { knownIssuers, noteIssuer } from '../records/issuer-queries.js';

/** How often a server that issues tokens says so. */
const NOTE_MS = 3_600_000;
/** Another server's address is known within this time, or at the first token that names it. */
const REFRESH_MS = 60_000;
/** Tokens that name invented issuers must not cause a query each. */
const UNKNOWN_REFRESH_MS = 1000;

/**
 * The issuers of tokens. Servers on one database share the keys and so are one authorization server, even where each is
 * reached at an address of its own: each gives its address as `iss`, and all of them accept it.
 */
export interface Issuers {
  /** Before a token is issued under the server's own address. */
  announce(): Promise<void>;
  isKnown(issuer: string): Promise<boolean>;
}

/** @param now clock, milliseconds since 1970 */
export function createIssuers(db: Database, own: string, now: () => number): Issuers {
  let announcedAt = Number.NEGATIVE_INFINITY;
  let known: Promise<ReadonlySet<string>> | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;

  const loadedWithin = (milliseconds: number): Promise<ReadonlySet<string>> => {
    if (known !== undefined && now() - loadedAt < milliseconds) return known;
    loadedAt = now();
    const loading = knownIssuers(db);
    known = loading;
    loading.catch(() => {
      if (known === loading) known = undefined;
    });
    return loading;
  };

  return {
    async announce() {
      if (now() - announcedAt < NOTE_MS) return;
      await noteIssuer(db, own);
      announcedAt = now();
    },
    async isKnown(issuer) {
      if (issuer === own) return true;
      return (await loadedWithin(REFRESH_MS)).has(issuer) || (await loadedWithin(UNKNOWN_REFRESH_MS)).has(issuer);
    },
  };
}
