import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';

const isBuilt = existsSync(new URL('../dist/.vite/manifest.json', import.meta.url));

test.skipIf(!isBuilt)('what the first page, the inbox, a run and the design studio load stays below its budget', () => {
  const script = fileURLToPath(new URL('../scripts/check-sizes.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: 'pipe' });
});
