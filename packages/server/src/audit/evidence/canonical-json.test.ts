import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.js';
import { leafHash, treeOf } from './merkle-tree.js';
import { leafHash as leafHashOf, rootFrom } from './proofs.js';

test('[D164] canonical JSON is that of RFC 8785, 3.2.2 and 3.2.3', () => {
  const value = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const names = { '\u20ac': 1, '\r': 2, '\ufb33': 3, 1: 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
  expect(Object.values(JSON.parse(`[${canonicalJson(names).replace(/"[^"]*":|[{}]/g, '')}]`))).toEqual([
    2, 4, 6, 7, 1, 5, 3,
  ]);
  expect(canonicalJson({ b: undefined, a: [undefined] })).toBe('{"a":[null]}');
});

test('[D164] trees are those of RFC 6962: every leaf leads to the root, and nothing else does', async () => {
  // Test vectors of the Certificate Transparency reference implementation.
  expect(leafHash('').toString('hex')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  const leaves = ['', '\u0000', '\u0010'].map(leafHash);
  expect(treeOf(leaves.slice(0, 2)).root.toString('hex')).toBe(
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  );
  expect(treeOf(leaves).root.toString('hex')).toBe('aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77');
  expect(await leafHashOf('')).toBe(leafHash('').toString('hex'));
  const other = await leafHashOf('other');
  for (const count of [1, 2, 3, 4, 5, 7, 8, 21]) {
    const hashes = Array.from({ length: count }, (_, at) => leafHash(`row ${at}`));
    const tree = treeOf(hashes);
    const root = tree.root.toString('hex');
    for (const [position, hash] of hashes.entries()) {
      const leaf = hash.toString('hex');
      const proof = { position, count, path: tree.path(position).map((step) => step.toString('hex')) };
      expect(await rootFrom(leaf, proof)).toBe(root);
      expect(await rootFrom(other, proof)).not.toBe(root);
      expect(await rootFrom(leaf, { ...proof, path: [...proof.path, leaf] })).not.toBe(root);
      if (count > 1) expect(await rootFrom(leaf, { ...proof, position: (position + 1) % count })).not.toBe(root);
    }
  }
});
