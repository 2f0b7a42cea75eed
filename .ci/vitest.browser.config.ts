import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { createRunDirectory } from '../scripts/testing/run-directory.js';
import { RunningTests } from '../scripts/testing/running-tests.js';

// The servers that tests start run the bundle, on data directories that share a template.
execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/bundle.mjs', import.meta.url))], {
  stdio: 'inherit',
});
createRunDirectory();

/** The checks that need a real browser; it comes with an npm package, and needs some of Debian's libraries. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['acceptance/browser/**/*.test.ts'],
    globalSetup: ['acceptance/browser/unpack-browser.ts', 'acceptance/src/support/global-setup.ts'],
    retry: process.env.CI === 'true' ? 1 : 0,
    reporters: process.env.CI === 'true' ? ['default', new RunningTests()] : ['default'],
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
