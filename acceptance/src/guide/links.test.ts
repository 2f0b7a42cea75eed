import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenLinks, markdownFiles, missingPaths } from './links.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = await markdownFiles(root);

describe('links between the documents of the repository', () => {
  test('all documents are found', () =>
    expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/guide/README.md', 'packages/engine/SPEC.md'])));

  test.each(files)('%s has no broken link', async (file) => {
    expect(await brokenLinks(root, file)).toEqual([]);
  });
});

/** Documents that lead a developer to files; the others may name files of other times and places. */
const mapsOfTheCode = files.filter((file) => /^[A-Z]+\.md$/.test(file) && file !== 'CHANGELOG.md');

describe('documents for developers', () => {
  test.each(mapsOfTheCode)('%s names only files and folders that exist', async (file) => {
    expect(await missingPaths(root, file)).toEqual([]);
  });
});

describe('the check of links', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'millrace-links-'));
    await mkdir(join(directory, 'folder'));
    await writeFile(join(directory, 'folder/other.md'), '## A heading: with signs\n');
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  test.each([
    ['a file', '[x](folder/other.md)', []],
    ['a folder', '[x](folder)', []],
    ['a heading', '[x](folder/other.md#a-heading-with-signs)', []],
    ['the web', '[x](https://example.com/none)', []],
    ['a missing file', '[x](none.md)', ['(none.md)']],
    ['a missing heading', '[x](folder/other.md#none)', ['(folder/other.md#none)']],
    ['a missing heading of the page itself', '# Here\n[x](#there)', ['(#there)']],
    ['a link in a code block', '```\n[x](none.md)\n```', []],
  ])('%s', async (_, text, broken) => {
    await writeFile(join(directory, 'page.md'), text);
    expect(await brokenLinks(directory, 'page.md')).toEqual(broken);
  });

  test('finds paths in code spans that do not exist', async () => {
    await writeFile(join(directory, 'page.md'), '`docs/none.md`, `docs/<name>.md`, `npm run docs/x`, `other/none.md`');
    expect(await missingPaths(directory, 'page.md')).toEqual(['docs/none.md']);
  });
});
