import { readFile } from 'node:fs/promises';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';

const dockerfile = await readFile(new URL('../../Dockerfile', import.meta.url), 'utf8');

test('the Dockerfile has no findings', () => {
  expect(validate(dockerfile)).toEqual([]);
  expect(validate('FRM node')).not.toEqual([]);
});

test('the image runs as a user without rights, in the form that gets signals', () => {
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^ENTRYPOINT \["node", /m);
});
