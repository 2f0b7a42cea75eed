import { S3Error } from '../kernel/error.js';
import type { Condition, PostPolicy } from './post-policy.js';

/** The sizes a file may have, in bytes, both inclusive. */
export interface LengthRange {
  readonly min: number;
  readonly max: number;
}

/** Fields that need no condition. The last two are version 2's names for the credential and the signature. */
const exempt = new Set(['x-amz-signature', 'file', 'policy', 'awsaccesskeyid', 'signature']);

/** Checksums need no condition either: they can only make an upload fail, and ceph's s3-tests send them without one. */
function needsCondition(name: string): boolean {
  return !exempt.has(name) && !name.startsWith('x-ignore-') && !name.startsWith('x-amz-checksum-');
}

/**
 * Checks a form against its policy: every condition must hold and every field must be named by one. `fields` has
 * lower-case names, `${filename}` already expanded, and `bucket` set to the bucket that is posted to (a policy without a
 * bucket condition therefore allows no upload, as on S3). Returns the allowed file sizes, the intersection of all ranges, or undefined
 * if the policy has none.
 * @throws AccessDenied that names the condition or field
 */
export function checkPolicy(
  policy: PostPolicy,
  fields: ReadonlyMap<string, string>,
  now: number,
): LengthRange | undefined {
  if (now >= policy.expiration) throw denied('Policy expired.');
  const covered = new Set<string>();
  let range: LengthRange | undefined;
  for (const condition of policy.conditions) {
    if (condition.kind === 'content-length-range') {
      range = { min: Math.max(range?.min ?? 0, condition.min), max: Math.min(range?.max ?? Infinity, condition.max) };
      continue;
    }
    covered.add(condition.field);
    if (!holds(condition, fields.get(condition.field))) throw denied(`Policy Condition failed: ${condition.source}`);
  }
  const extra = [...fields.keys()].filter((name) => !covered.has(name) && needsCondition(name));
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(', ')}`);
  return range;
}

function holds(condition: Exclude<Condition, { kind: 'content-length-range' }>, value: string | undefined): boolean {
  if (value === undefined) return false;
  if (condition.kind === 'eq') return value === condition.value;
  // S3 reads a Content-Type with commas as a list, each item of which must match.
  const items = condition.field === 'content-type' ? value.split(',').map((item) => item.trim()) : [value];
  return items.every((item) => item.startsWith(condition.value));
}

function denied(reason: string): S3Error {
  return new S3Error('AccessDenied', `Invalid according to Policy: ${reason}`);
}
