import { LRUCache } from 'lru-cache';
import { ScimFilterError } from '../identity/records/scim/compile-scim-filter.js';
import { findScimToken, type ScimTokenRow, touchScimToken } from '../identity/records/scim/scim-token-queries.js';
import { hashScimToken, SCIM_TOKEN } from '../identity/scim/scim-token.js';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { findUnstorable } from '../kernel/json-hygiene.js';
import type { Actor } from '../use-case/caller.js';
import { listResponse, resourceTypes, schemas, serviceProviderConfig } from './protocol/schemas.js';
import type { ScimDeps } from './protocol/scim-deps.js';
import { errorBody, invalid, ScimError } from './protocol/scim-error.js';
import type { ScimAnswer, ScimRequest } from './protocol/scim-request.js';
import { ScimGroups } from './resources/groups.js';
import { ScimUsers } from './resources/users.js';

/** A request below `/scim/v2` as HTTP carries it. */
export interface ScimHttpRequest {
  readonly method: string;
  /** Without `/scim/v2/` and without the query, decoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
}

/** Who sends a request. */
export interface ScimCaller {
  /** Whose requests share a part of the database connections. */
  readonly tokenId: string;
  readonly actor: Actor;
}

/** SCIM 2.0 (RFC 7643, RFC 7644) for identity providers. */
export interface Scim {
  /** @throws ScimError 401 or 429 */
  authenticate(header: string | undefined, address: string, traceId: string): Promise<ScimCaller>;
  /** @throws what `failure` answers */
  handle(caller: ScimCaller, request: ScimHttpRequest): Promise<ScimAnswer>;
  /** The answer to a failure; undefined for an error that is neither of SCIM nor of the catalogue. */
  failure(error: unknown): ScimAnswer | undefined;
}

export function createScim(deps: ScimDeps): Scim {
  const base = `${deps.publicUrl.replace(/\/+$/, '')}/scim/v2`;
  const users = new ScimUsers(deps, base);
  const groups = new ScimGroups(deps, base);
  return {
    failure,
    authenticate: createAuthenticate(deps),
    async handle({ actor }, { method, path, query, body, ifMatch }) {
      const blame = findUnstorable(query) ?? findUnstorable(body);
      if (blame) throw invalid('invalidValue', `${blame.pointer || 'The request'}: ${blame.detail}`);
      const request: ScimRequest = { query, body, ifMatch, actor };
      const [type = '', id, ...more] = path.split('/').filter((part) => part !== '');
      if (more.length > 0) throw notFound(path);
      if (method === 'GET') {
        const discovered = discover(base, type, id);
        if (discovered !== undefined) return { status: 200, body: discovered };
      }
      if (type === 'Users') return route(users, method, request, id);
      if (type === 'Groups') return route(groups, method, request, id);
      throw notFound(path);
    },
  };
}

interface Resources {
  list(request: ScimRequest): Promise<ScimAnswer>;
  create(request: ScimRequest): Promise<ScimAnswer>;
  get(request: ScimRequest, id: string): Promise<ScimAnswer>;
  replace(request: ScimRequest, id: string): Promise<ScimAnswer>;
  patch(request: ScimRequest, id: string): Promise<ScimAnswer>;
  remove(request: ScimRequest, id: string): Promise<ScimAnswer>;
}

function route(
  resources: Resources,
  method: string,
  request: ScimRequest,
  id: string | undefined,
): Promise<ScimAnswer> {
  if (id === undefined) {
    if (method === 'GET') return resources.list(request);
    if (method === 'POST') return resources.create(request);
  } else {
    if (method === 'GET') return resources.get(request, id);
    if (method === 'PUT') return resources.replace(request, id);
    if (method === 'PATCH') return resources.patch(request, id);
    if (method === 'DELETE') return resources.remove(request, id);
  }
  throw new ScimError(405, `${method} is not possible here.`);
}

function discover(base: string, type: string, id: string | undefined): object | undefined {
  if (type === 'ServiceProviderConfig' && id === undefined) return serviceProviderConfig(base);
  const lists = { ResourceTypes: resourceTypes, Schemas: schemas };
  if (type !== 'ResourceTypes' && type !== 'Schemas') return undefined;
  const all: readonly (object & { readonly id: string })[] = lists[type](base);
  return id === undefined ? listResponse(all, all.length, 1) : all.find((one) => one.id === id);
}

const notFound = (path: string): ScimError =>
  new ScimError(404, `There is nothing at /scim/v2/${path.slice(0, 100)}. /scim/v2/ResourceTypes lists what there is.`);

/** Tokens that this process has seen to be right: an identity provider has a few. */
const KNOWN_TOKENS = 1000;

/**
 * Finds the token of a request. A token that this process does not know is a guess, which has its turn and is counted before the
 * next, so that guesses which come all at once keep the limit. One that was right before is none: others at its network who guess
 * do not keep it out.
 */
function createAuthenticate({ db, limit }: ScimDeps): Scim['authenticate'] {
  const known = new LRUCache<string, true>({ max: KNOWN_TOKENS });
  const find = async (secret: string): Promise<ScimTokenRow | undefined> => {
    if (!SCIM_TOKEN.test(secret)) return undefined;
    const hash = hashScimToken(secret);
    const token = await findScimToken(db, hash);
    if (token === undefined) known.delete(hash);
    else known.set(hash, true);
    return token;
  };
  return async (header, address, traceId) => {
    const [, secret] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? [];
    if (secret === undefined) throw unknownToken();
    // A client id has no control characters, so that clients and SCIM do not share what is counted.
    const subjects = limit.subjects('\0scim', address);
    const bounded = { ...subjects, shared: subjects.shared.slice(1) };
    const isKnown = known.has(hashScimToken(secret));
    const token = (isKnown ? await find(secret) : undefined) ?? (await limit.guess(bounded, () => find(secret)));
    if (token === undefined) throw unknownToken();
    await touchScimToken(db, token.id);
    return { tokenId: token.id, actor: { principal: { kind: 'system', name: `SCIM: ${token.name}` }, traceId } };
  };
}

const unknownToken = (): ScimError =>
  new ScimError(401, 'The bearer token is missing, unknown or expired. createScimToken makes one.');

/** What a failure is in the terms of SCIM; undefined for one that is neither SCIM's nor the catalogue's. */
function toScimError(error: unknown): ScimError | undefined {
  if (error instanceof ScimError) return error;
  if (error instanceof ScimFilterError) return invalid('invalidFilter', `${error.message}.`);
  if (!(error instanceof CatalogueError)) return undefined;
  const scimType = error.status === 400 ? 'invalidValue' : undefined;
  return new ScimError(error.status, error.detail, scimType, error.retryAfter);
}

function failure(error: unknown): ScimAnswer | undefined {
  const known = toScimError(error);
  if (known === undefined) return undefined;
  return {
    status: known.status,
    body: errorBody(known),
    headers: {
      ...(known.status === 401 ? { 'www-authenticate': 'Bearer realm="SCIM"' } : {}),
      ...(known.retryAfter === undefined ? {} : { 'retry-after': String(known.retryAfter) }),
    },
  };
}
