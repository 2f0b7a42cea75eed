import { scimCondition } from '../../identity/records/scim/scim-columns.js';
import type { Fragment } from '../../postgres/database.js';
import type { JsonObject } from '../protocol/json-object.js';
import { parseScimFilter } from '../protocol/parse-scim-filter.js';
import { listResponse } from '../protocol/schemas.js';
import { pageOf, parameter, type ScimAnswer, type ScimRequest } from '../protocol/scim-request.js';

/** How the rows of a kind of resource are read and shown. */
interface Listed<Row> {
  count(where: Fragment): Promise<number>;
  page(where: Fragment, page: { readonly limit: number; readonly offset: number }): Promise<readonly Row[]>;
  show(rows: readonly Row[]): Promise<readonly JsonObject[]>;
}

/** The resources that the filter and the page of a request ask for. @throws ScimFilterError */
export async function listResources<Row>(
  request: ScimRequest,
  kind: 'User' | 'Group',
  { count, page, show }: Listed<Row>,
): Promise<ScimAnswer> {
  const { startIndex, count: limit } = pageOf(request);
  const filter = parameter(request, 'filter');
  const where = scimCondition(kind, filter === undefined ? undefined : parseScimFilter(filter));
  const total = await count(where);
  const rows = limit === 0 ? [] : await page(where, { limit, offset: startIndex - 1 });
  return { status: 200, body: listResponse(await show(rows), total, startIndex) };
}
