import { expect, test } from 'vitest';
import { memorySettings, postgresArguments } from './settings.js';

const GIB = 2 ** 30;

test('[D34] the embedded PostgreSQL takes a part of the memory: little on a small machine, and never most of a big one', () => {
  expect(memorySettings(2 * GIB)).toEqual({
    shared_buffers: '128MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
  });
  expect(memorySettings(16 * GIB)).toMatchObject({ shared_buffers: '1024MB', maintenance_work_mem: '512MB' });
  expect(memorySettings(512 * GIB)).toMatchObject({ shared_buffers: '2048MB', effective_cache_size: '16384MB' });
});

test('test databases stay small', () => {
  expect(postgresArguments('/cluster', 5432, false)).toContain('shared_buffers=128MB');
});
