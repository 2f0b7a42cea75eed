import { S3Error } from '../kernel/error.js';
import type { Headers } from './headers.js';

/** The methods that a CORS rule can allow. */
export const corsMethods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'] as const;

/** A rule of a bucket's CORS configuration. Origins and headers may have one `*` each, which stands for any characters. */
export interface CorsRule {
  readonly id?: string | undefined;
  readonly allowedOrigins: readonly string[];
  readonly allowedMethods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposeHeaders: readonly string[];
  /** How long a browser may keep the answer to a preflight. */
  readonly maxAgeSeconds?: number | undefined;
}

const exposed = [
  ...['ETag', 'Location', 'Content-Range', 'Content-Disposition', 'Accept-Ranges', 'x-amz-request-id'],
  ...['x-amz-checksum-crc32', 'x-amz-checksum-crc32c', 'x-amz-checksum-crc64nvme', 'x-amz-checksum-sha1'],
  ...['x-amz-checksum-sha256', 'x-amz-checksum-type', 'x-amz-version-id', 'x-amz-mp-parts-count'],
];

/** The rule for a bucket without a configuration of its own: these origins may do everything. */
export function defaultCorsRules(origins: readonly string[]): readonly CorsRule[] {
  const everything = { allowedMethods: corsMethods, allowedHeaders: ['*'], exposeHeaders: exposed };
  return [{ allowedOrigins: origins, ...everything, maxAgeSeconds: 3000 }];
}

/**
 * The headers that let a page of the request's origin read the answer. Empty if no rule allows the origin and the method; an
 * `Access-Control-Request-Method` header takes the place of the method, as Ceph and S3 do it.
 */
export function corsHeaders(
  rules: readonly CorsRule[],
  method: string,
  headers: Headers,
): Readonly<Record<string, string>> {
  const origin = headers.get('origin');
  if (origin === undefined) return {};
  const rule = ruleFor(rules, origin, headers.get('access-control-request-method') ?? method, []);
  return { ...(rule && allowing(rule, origin)), vary: 'Origin' };
}

/**
 * The answer to a preflight.
 * @throws BadRequest if the request is not a preflight, AccessForbidden if no rule allows the origin, method and headers
 */
export function preflightHeaders(rules: readonly CorsRule[], headers: Headers): Readonly<Record<string, string>> {
  const origin = headers.get('origin');
  if (origin === undefined) {
    throw new S3Error('BadRequest', 'Insufficient information. Origin request header needed.');
  }
  const method = headers.get('access-control-request-method');
  if (method === undefined || !corsMethods.some((known) => known === method)) {
    throw new S3Error('BadRequest', `Invalid Access-Control-Request-Method: ${method ?? 'null'}`);
  }
  const asked = headers.get('access-control-request-headers');
  const names = (asked ?? '').split(',').map((name) => name.trim().toLowerCase());
  const wanted = names.filter((name) => name !== '');
  const rule = ruleFor(rules, origin, method, wanted);
  if (!rule) throw new S3Error('AccessForbidden');
  return {
    ...allowing(rule, origin),
    ...(asked === undefined ? {} : { 'access-control-allow-headers': asked }),
    ...(rule.maxAgeSeconds === undefined ? {} : { 'access-control-max-age': String(rule.maxAgeSeconds) }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

/** The first rule that allows all of it, as on S3. */
function ruleFor(
  rules: readonly CorsRule[],
  origin: string,
  method: string,
  headers: readonly string[],
): CorsRule | undefined {
  return rules.find(
    (rule) =>
      rule.allowedMethods.includes(method) &&
      rule.allowedOrigins.some((pattern) => matches(pattern, origin)) &&
      headers.every((name) => rule.allowedHeaders.some((pattern) => matches(pattern.toLowerCase(), name))),
  );
}

function allowing(rule: CorsRule, origin: string): Record<string, string> {
  const everyone = rule.allowedOrigins.includes('*');
  return {
    'access-control-allow-origin': everyone ? '*' : origin,
    'access-control-allow-methods': rule.allowedMethods.join(', '),
    ...(rule.exposeHeaders.length > 0 && { 'access-control-expose-headers': rule.exposeHeaders.join(', ') }),
    // Browsers refuse this together with `*`.
    ...(everyone ? {} : { 'access-control-allow-credentials': 'true' }),
  };
}

function matches(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
}
