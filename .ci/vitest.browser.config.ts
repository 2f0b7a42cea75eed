import { defineConfig } from 'vitest/config';

/** The checks that need a real browser; it comes with an npm package, and needs some of Debian's libraries. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['acceptance/browser/**/*.test.ts'],
    globalSetup: ['acceptance/src/support/global-setup.ts'],
    retry: process.env.CI === 'true' ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
