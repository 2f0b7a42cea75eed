import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import type { LetterData, LetterTemplate } from '../letters/templates.js';

/** `skipped`: it was no longer wanted when its turn came, e.g. because its link was revoked. */
export type MailState = 'waiting' | 'sent' | 'failed' | 'skipped';

/**
 * E-mails that are written when they are sent, of what is so then and what their person may see then. What is stored says only
 * for whom they are and what they are about.
 */
export interface NoticeData {
  /** What happened on a process. */
  readonly notification: { readonly userId: string; readonly subProjectId: string; readonly processId: string };
  /** What happened since the last digest. */
  readonly digest: { readonly userId: string };
}

export type NoticeTemplate = keyof NoticeData;

/** A notice that is to be stored. */
export type NewNotice = {
  readonly [Template in NoticeTemplate]: { readonly template: Template; readonly data: NoticeData[Template] };
}[NoticeTemplate];

/** A notice as it is stored. */
export type NoticeRow = NewNotice & Omit<MailRow, 'template' | 'data'>;

/** Whether an e-mail is written when it is sent. */
export const isNotice = (mail: MailRow | NoticeRow): mail is NoticeRow =>
  mail.template === 'notification' || mail.template === 'digest';

/** An e-mail of the service. It has the id of the job that sends it. */
export interface MailRow<Template extends LetterTemplate = LetterTemplate> {
  readonly id: string;
  readonly template: Template;
  readonly recipient: { readonly name: string; readonly address: string };
  readonly data: LetterData[Template];
  /** The one-time link that it has an address of; null in a notice, and until the link is made. */
  readonly linkId: string | null;
  /** Public address of the server that stored it, without a slash at the end. */
  readonly baseUrl: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly createdTs: Date;
}

/** What became of an e-mail, for people. */
export interface MailDelivery {
  readonly state: MailState;
  readonly attempts: number;
  /** Why the last attempt failed; null when none did. */
  readonly failure: string | null;
  readonly triedTs: Date | null;
}

export async function insertMail(tx: Transaction, mail: Omit<MailRow, 'state' | 'attempts'>): Promise<void> {
  const { recipient } = mail;
  await tx`
    insert into mails (id, template, recipient, recipient_name, data, link_id, base_url, created_ts)
    values (${mail.id}, ${mail.template}, ${recipient.address}, ${recipient.name}, ${sql.json(mail.data)}::jsonb,
      ${mail.linkId}, ${mail.baseUrl}, ${mail.createdTs})`;
}

/** Stores notices, whose recipients are looked up when they are sent. */
export async function insertNotices(
  tx: Transaction,
  notices: readonly (NewNotice & Pick<MailRow, 'id' | 'baseUrl' | 'createdTs'>)[],
): Promise<void> {
  const given = notices.map(({ id, template, data, baseUrl, createdTs }) => ({
    id,
    template,
    data,
    base_url: baseUrl,
    created_ts: createdTs,
  }));
  await tx`
    insert into mails (id, template, recipient, recipient_name, data, base_url, created_ts)
    select g.id, g.template, '', '', g.data, g.base_url, g.created_ts
    from json_to_recordset(${sql.json(given)}::json) as g
      (id uuid, template text, data jsonb, base_url text, created_ts timestamptz)`;
}

/** Those of the e-mails that were neither sent nor given up. */
export async function waitingMails(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db<{ id: string }>`
    select id from mails where id = any(${ids}::uuid[]) and state = 'waiting'`;
  return new Set(rows.map(({ id }) => id));
}

export async function findMail(db: Queryable, id: string): Promise<MailRow | NoticeRow | undefined> {
  const [row] = await db<Omit<MailRow, 'recipient'> & { readonly address: string; readonly name: string }>`
    select id, template, recipient as address, recipient_name as name, data, link_id as "linkId", base_url as "baseUrl",
      state, attempts, created_ts as "createdTs"
    from mails where id = ${id}`;
  if (row === undefined) return undefined;
  const { address, name, ...mail } = row;
  return { ...mail, recipient: { name, address } };
}

/** Keeps what an attempt came to. */
export async function noteAttempt(
  tx: Transaction,
  id: string,
  { state, failure }: { readonly state: MailState; readonly failure: string | null },
): Promise<void> {
  await tx`
    update mails set state = ${state}, failure = ${failure}, attempts = attempts + 1, tried_ts = now() where id = ${id}`;
}

/** The e-mail was not wanted any more when its turn came. */
export async function skipMail(tx: Transaction, id: string): Promise<void> {
  await tx`update mails set state = 'skipped' where id = ${id}`;
}

/** Notes the link that was made when the e-mail was to be sent. */
export async function setMailLink(tx: Transaction, id: string, linkId: string): Promise<void> {
  await tx`update mails set link_id = ${linkId} where id = ${id}`;
}

/** E-mails of a template that an address was sent since a time. */
export async function countSentSince(
  db: Queryable,
  { template, recipient }: Pick<MailRow, 'template' | 'recipient'>,
  since: Date,
): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from mails
    where template = ${template} and state = 'sent' and state <> 'waiting' and created_ts > ${since}
      and lower(recipient) = lower(${recipient.address})`;
  return row?.count ?? 0;
}

/** The newest e-mail of each link, by the id of the link; links without one are absent. */
export async function deliveriesOf(
  db: Queryable,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, MailDelivery>> {
  const rows = await db<MailDelivery & { readonly linkId: string }>`
    select distinct on (link_id) link_id as "linkId", state, attempts, failure, tried_ts as "triedTs"
    from mails where link_id = any(${linkIds}::uuid[]) order by link_id, id desc`;
  return new Map(rows.map(({ linkId, ...delivery }) => [linkId, delivery]));
}

/** Forgets e-mails that ended 30 days ago. Bounded per call. */
export async function forgetMails(db: Queryable, limit = 1000): Promise<void> {
  await db`
    delete from mails where id in (
      select id from mails where state <> 'waiting' and created_ts < now() - interval '30 days'
      limit ${limit} for update skip locked)`;
}
