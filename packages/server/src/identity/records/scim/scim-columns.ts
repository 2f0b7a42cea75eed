import { isUuid } from '../../../kernel/identifiers.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import { compileScimFilter, type ScimColumn, type ScimColumns, type ScimFilter } from './compile-scim-filter.js';
import { hasScimMember, scimGroupColumns } from './scim-group-queries.js';
import { hasUserName, scimUserColumns } from './scim-user-queries.js';

const text = (column: Fragment): ScimColumn => ({ type: 'text', column });
const time = (column: Fragment): ScimColumn => ({ type: 'time', column });
/** Of the one address there is. */
const constant = (value: string): ScimColumn => text(sql`${value}::text`);

const users: ScimColumns = new Map<string, ScimColumn>([
  ['id', { type: 'exactText', column: scimUserColumns.id, equals: byId(sql`u.id`) }],
  ['username', { ...text(scimUserColumns.userName), equals: hasUserName }],
  ['externalid', { type: 'exactText', column: scimUserColumns.externalId }],
  ['displayname', text(scimUserColumns.displayName)],
  ['name.formatted', text(scimUserColumns.displayName)],
  ['name.givenname', text(scimUserColumns.givenName)],
  ['name.familyname', text(scimUserColumns.familyName)],
  ['emails', text(scimUserColumns.email)],
  ['emails.value', text(scimUserColumns.email)],
  ['emails.type', constant('work')],
  ['emails.primary', { type: 'boolean', column: sql`true` }],
  ['active', { type: 'boolean', column: scimUserColumns.active }],
  ['meta.created', time(scimUserColumns.created)],
  ['meta.lastmodified', time(scimUserColumns.lastModified)],
]);

const groups: ScimColumns = new Map<string, ScimColumn>([
  ['id', { type: 'exactText', column: scimGroupColumns.id, equals: byId(sql`g.id`) }],
  ['displayname', text(scimGroupColumns.displayName)],
  ['externalid', { type: 'exactText', column: scimGroupColumns.externalId }],
  ['members', { type: 'exactText', column: sql`null::text`, equals: inGroup }],
  ['members.value', { type: 'exactText', column: sql`null::text`, equals: inGroup }],
  ['meta.created', time(scimGroupColumns.created)],
  ['meta.lastmodified', time(scimGroupColumns.lastModified)],
]);

function inGroup(value: string): Fragment {
  return isUuid(value) ? hasScimMember(value) : sql`false`;
}

function byId(column: Fragment): (value: string) => Fragment {
  return (value) => (isUuid(value) ? sql`${column} = ${value}::uuid` : sql`false`);
}

/** The condition of a filter over people or groups. @throws ScimFilterError */
export const scimCondition = (kind: 'User' | 'Group', filter: ScimFilter | undefined): Fragment =>
  filter === undefined ? sql`true` : compileScimFilter(filter, kind === 'User' ? users : groups);
