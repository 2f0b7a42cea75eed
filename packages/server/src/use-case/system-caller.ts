import { newId } from '../kernel/identifiers.js';
import { type Database, transaction } from '../postgres/database.js';
import { type Caller, systemPrincipal } from './caller.js';

/** The caller for use cases that the installation itself runs, such as those that create the demo data. */
export const systemCaller = (db: Database): Caller => ({
  principal: systemPrincipal,
  traceId: newId(),
  ifMatch: undefined,
  write: (work) => transaction(db, work),
});
