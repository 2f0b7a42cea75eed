import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.js';
import { leafHash, rootFrom, treeOf } from './merkle-tree.js';

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

test('[D164] trees are those of RFC 6962: every leaf leads to the root, and nothing else does', () => {
  // Test vectors of the Certificate Transparency reference implementation.
  expect(leafHash('').toString('hex')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  const leaves = ['', '\u0000', '\u0010'].map(leafHash);
  expect(treeOf(leaves.slice(0, 2)).root.toString('hex')).toBe(
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  );
  expect(treeOf(leaves).root.toString('hex')).toBe('aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77');
  for (let count = 1; count <= 33; count += 1) {
    const texts = Array.from({ length: count }, (_, at) => leafHash(`row ${at}`));
    const tree = treeOf(texts);
    texts.forEach((leaf, position) => {
      const proof = { position, count, path: tree.path(position) };
      expect(rootFrom(leaf, proof)).toEqual(tree.root);
      expect(rootFrom(leafHash('other'), proof)).not.toEqual(tree.root);
      expect(rootFrom(leaf, { ...proof, path: [...proof.path, leaf] })).not.toEqual(tree.root);
      if (count > 1) expect(rootFrom(leaf, { ...proof, position: (position + 1) % count })).not.toEqual(tree.root);
    });
  }
});
