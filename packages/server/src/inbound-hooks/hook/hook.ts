import type { operations, RequestOf } from '@millrace/contract';

type Created = RequestOf<(typeof operations)['createInboundHook']>;

/** Of a sub-project. */
export const MOST_HOOKS = 100;

/** What a hook is made of, as the request gave it. */
export type HookDefinition = Pick<
  Created,
  'name' | 'scheme' | 'signature' | 'deliveryId' | 'when' | 'createProcess' | 'publishMessage'
>;

/** A secret that deliveries may be signed with. */
export interface HookSecret {
  readonly sealed: string;
  /** ISO 8601. */
  readonly createdTs: string;
  /** ISO 8601; null: it does not expire. */
  readonly expiresTs: string | null;
}

export interface HookRow {
  readonly subProjectId: string;
  readonly id: string;
  readonly definition: HookDefinition;
  readonly actsAs: string;
  readonly scopes: readonly string[];
  /** Its key in the configuration document; null: made by a request. */
  readonly declaredAs: string | null;
  readonly enabled: boolean;
  /** The current one first. */
  readonly secrets: readonly HookSecret[];
  readonly createdTs: Date;
  readonly updatedTs: Date;
}

/** Binds a sealed secret to its hook. */
export const hookSealingContext = ({ subProjectId, id }: Pick<HookRow, 'subProjectId' | 'id'>): string =>
  `hook:${subProjectId}:${id}`;

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The last part of the address of a hook: both ids, so that a delivery is looked up in its sub-project. */
export const hookAddress = ({ subProjectId, id }: Pick<HookRow, 'subProjectId' | 'id'>): string =>
  Buffer.concat([bytesOf(subProjectId), bytesOf(id)]).toString('base64url');

/** Undefined for a text that no hook can have as its address. */
export function readHookAddress(text: string): Pick<HookRow, 'subProjectId' | 'id'> | undefined {
  if (!/^[\w-]{43}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return { subProjectId: uuidOf(bytes.subarray(0, 16)), id: uuidOf(bytes.subarray(16)) };
}
