import { createHash } from 'node:crypto';

/** Hash of a leaf (RFC 6962, 2.1). */
export const leafHash = (text: string): Buffer => sha256(Buffer.concat([LEAF, Buffer.from(text)]));

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.concat([NODE, left, right]));

/** The largest power of two that is smaller than `count`. */
const splitOf = (count: number): number => 2 ** Math.floor(Math.log2(count - 1));

/** A tree; each of its nodes is hashed once. */
export interface MerkleTree {
  readonly root: Buffer;
  /** The audit path of a leaf (RFC 6962, 2.1.1), from the leaf to the root. */
  path(position: number): readonly Buffer[];
}

/** @param leaves their hashes, at least one */
export function treeOf(leaves: readonly Buffer[]): MerkleTree {
  const known = new Map<string, Buffer>();
  const hashOf = (first: number, count: number): Buffer => {
    const [leaf] = leaves.slice(first, first + 1);
    if (leaf === undefined) throw new Error('a tree has at least one leaf');
    if (count === 1) return leaf;
    const id = `${first} ${count}`;
    const split = splitOf(count);
    const hash = known.get(id) ?? nodeHash(hashOf(first, split), hashOf(first + split, count - split));
    known.set(id, hash);
    return hash;
  };
  const pathWithin = (first: number, count: number, position: number): readonly Buffer[] => {
    if (count <= 1) return [];
    const split = splitOf(count);
    return position < split
      ? [...pathWithin(first, split, position), hashOf(first + split, count - split)]
      : [...pathWithin(first + split, count - split, position - split), hashOf(first, split)];
  };
  return { root: hashOf(0, leaves.length), path: (position) => pathWithin(0, leaves.length, position) };
}
