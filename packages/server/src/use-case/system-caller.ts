import { newId } from '../kernel/identifiers.js';
import { type Database, transaction } from '../postgres/database.js';
import type { Caller } from './caller.js';

/** Id that audit rows of installation work carry; no user has it. */
const installerId = '00000000-0000-7000-8000-000000000000';

/** The caller of work the installation itself does through use cases, such as demo data. */
export function systemCaller(db: Database): Caller {
  return {
    principal: {
      kind: 'user',
      userId: installerId,
      clientId: 'millrace',
      name: 'Millrace installation',
      administrator: true,
      scopes: [],
    },
    traceId: newId(),
    ifMatch: undefined,
    write: (work) => transaction(db, work),
  };
}
