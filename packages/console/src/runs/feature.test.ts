import { expect, test } from 'vitest';
import type { Me } from '../session/session.js';
import { runsFeature } from './feature.js';

test('the navigation leads to runs only for those who may read workflows somewhere', () => {
  const [entry] = runsFeature.rail ?? [];
  const me = (grants: object, administrator = false) =>
    ({ administrator, subProjects: [{ id: 's', grants }] }) as unknown as Me;
  expect(entry?.isFor?.(me({ 'process.read': ['*'] }))).toBe(false);
  expect(entry?.isFor?.(me({ 'workflow.read': ['*'] }))).toBe(true);
  expect(entry?.isFor?.(me({}, true))).toBe(true);
});
