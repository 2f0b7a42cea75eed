import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('every rule of SPEC.md has a test, and tests cite no other rules', () => {
  const script = fileURLToPath(new URL('../scripts/check-spec.mjs', import.meta.url));
  expect(() => execFileSync(process.execPath, [script], { encoding: 'utf8' })).not.toThrow();
});
