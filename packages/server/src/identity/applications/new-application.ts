import { appendAudit } from '../../audit/records/append.js';
import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import { type ApplicationRow, insertApplication } from '../records/applications/application-queries.js';
import { hashOfSecret, newApplicationId, newRandomSecret } from './application-secrets.js';
import { applicationView } from './application-view.js';

/** An application that is to be registered; its members are checked. */
export interface NewApplication {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly confidential: boolean;
  readonly origin: 'administrator' | 'registration';
}

/** The row of a new application, and the secret of a confidential one, which is stored nowhere. */
export function newApplication(wanted: NewApplication): {
  readonly row: ApplicationRow;
  readonly secret: string | undefined;
} {
  const { confidential, ...members } = wanted;
  const secret = confidential ? newRandomSecret('mrs_') : undefined;
  const row = {
    ...members,
    id: newApplicationId(),
    secretHash: secret === undefined ? null : hashOfSecret(secret),
    disabled: false,
    createdTs: new Date(),
  };
  return { row, secret };
}

export async function addApplication(tx: Transaction, actor: Actor, row: ApplicationRow): Promise<void> {
  await insertApplication(tx, row);
  const subject = { subProjectId: null, subjectType: 'application', subjectId: row.id, processId: null } as const;
  await appendAudit(tx, actor, [
    { ...subject, action: 'application.create', before: null, after: applicationView(row) },
  ]);
}
