import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Loopback, startLoopback } from '../testing/loopback.js';
import { run } from '../testing/memory-io.js';
import { type Batch, batchesOf } from './batches.js';
import { newIdentity, readIdentity } from './import-identity.js';
import type { ImportFormat } from './records.js';

/** Batches of a text that arrives in pieces of every size. */
async function batches(text: string, format: ImportFormat, rows: number): Promise<readonly Batch[]> {
  const results = await Promise.all(
    [1, 2, 3, 1000].map(async (size) => {
      const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? [];
      async function* chunks() {
        yield* pieces;
      }
      const found: Batch[] = [];
      for await (const batch of batchesOf(chunks(), format, rows)) found.push(batch);
      return found;
    }),
  );
  const [first = []] = results;
  for (const other of results) expect(other.map(({ content }) => content)).toEqual(first.map(({ content }) => content));
  return first;
}

describe('batches of a file', () => {
  test('CSV: each begins with the header, rows may hold line ends, and lines are those of the file', async () => {
    const csv = '\ufeffa,"b\nb"\r\n1,"x\r\ny"\r\n\r\n2,"""\n"\r\n3,z';
    const found = await batches(csv, 'csv', 1);
    const header = '\ufeffa,"b\nb"\r\n';
    expect(found.map(({ content, rows }) => [content, rows])).toEqual([
      [`${header}1,"x\r\ny"\r\n\r\n`, 1],
      [`${header}2,"""\n"\r\n`, 1],
      [`${header}3,z`, 1],
    ]);
    // The header takes two lines of every content; the rows begin on lines 3, 6 and 8 of the file.
    expect(found.map(({ lineOf }) => [lineOf(1), lineOf(3)])).toEqual([
      [1, 3],
      [1, 6],
      [1, 8],
    ]);
  });

  test('NDJSON: lines, where quotes mean nothing', async () => {
    const found = await batches('{"a":"\\""}\n\n{"a":2}\r\n{"a":3}\n', 'ndjson', 2);
    expect(found.map(({ content, rows }) => [content, rows])).toEqual([
      ['{"a":"\\""}\n\n{"a":2}\r\n', 2],
      ['{"a":3}\n', 1],
    ]);
    expect(found[1]?.lineOf(1)).toBe(4);
  });

  test('a quote that is left open is told by its line, not read to the end of the world', async () => {
    const open = `a\n1\n"${'x\n'.repeat(2_200_000)}`;
    await expect(async () => {
      async function* chunks() {
        yield open;
      }
      for await (const _ of batchesOf(chunks(), 'csv', 10));
    }).rejects.toThrow(/^Line 3 begins a row of more than/);
  });

  test('a file without line ends is not read on beyond what a batch holds', async () => {
    let chunks = 0;
    async function* endless() {
      for (; chunks < 1000; chunks += 1) yield 'x'.repeat(64 * 1024);
    }
    await expect(async () => {
      for await (const _ of batchesOf(endless(), 'ndjson', 10));
    }).rejects.toThrow(/^Line 1 begins a row of more than/);
    expect(chunks).toBeLessThan(100);
  });

  test('[D27] an import can go on while the service remembers, and with its own batches only', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    const identity = newIdentity(500, now);
    const again = readIdentity(identity.text, now + 23 * 3_600_000);
    expect([again.batchRows, again.keyOf(3)]).toEqual([500, identity.keyOf(3)]);
    expect(() => readIdentity(identity.text, now + 25 * 3_600_000)).toThrow(/24 hours/);
    expect(() => readIdentity('x')).toThrow('"x" is not the id of an import.');
  });
});

interface Sent {
  readonly dryRun: boolean;
  readonly key: string;
  readonly content: string;
}

describe('process import', () => {
  let service: Loopback;
  let folder: string;
  let file: string;
  let sent: Sent[] = [];
  let created: Map<string, string>;
  let failAt: string | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-import-'));
    file = join(folder, 'x.csv');
    // Remembers answers by their key, as the service does (D27).
    service = await startLoopback((request, response, body) => {
      const { dryRun = false, content }: { dryRun?: boolean; content: string } = JSON.parse(body);
      const key = String(request.headers['idempotency-key']);
      sent.push({ dryRun, key, content });
      response.setHeader('content-type', 'application/json');
      const lines = content.trimEnd().split('\n').slice(1);
      const bad = lines.indexOf('bad');
      const errors = bad < 0 ? [] : [{ line: bad + 2, id: 1232, detail: 'is bad' }];
      if (dryRun) return void response.end(JSON.stringify({ created: '0', ids: [], errors }));
      if (failAt !== undefined && content.includes(failAt)) return void response.destroy();
      if (!created.has(key)) created.set(key, content);
      response.end(
        JSON.stringify({ created: String(lines.length), ids: lines.map((line) => `id-${line}`), errors: [] }),
      );
    });
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    sent = [];
    created = new Map();
    failAt = undefined;
  });

  const millrace = (...args: string[]) => run(['process', 'import', ...args], { env: service.env });

  test('the whole file is checked before a row is created, and what is wrong is told by its line', async () => {
    await writeFile(file, 'a\n1\n2\n3\n\nbad\n5\n');
    expect(await millrace(file, '--batch', '2')).toEqual({
      code: 6,
      out: `${file}:6: is bad\n`,
      err: 'One row is not valid; nothing was created.\n',
    });
    expect(sent.map(({ dryRun }) => dryRun)).toEqual([true, true, true]);
    expect(created.size).toBe(0);
  });

  test('--dry-run creates nothing', async () => {
    await writeFile(file, 'a\n1\n2\n3\n');
    expect(await millrace(file, '--dry-run')).toMatchObject({ code: 0, out: '3 processes would be created\n' });
    expect(created.size).toBe(0);
  });

  test('an import that broke off goes on with --continue, and creates nothing twice', { timeout: 30_000 }, async () => {
    await writeFile(file, 'a\n1\n2\n3\n4\n5\n');
    failAt = '5';
    const broken = await millrace(file, '--batch', '2');
    expect(broken).toMatchObject({
      code: 8,
      err: expect.stringContaining('4 rows were created; the rows from line 6 on were not.'),
    });
    const id = /--continue (\S+)/.exec(broken.err)?.[1] ?? '';
    failAt = undefined;
    expect(await millrace(file, '--continue', id)).toMatchObject({ code: 0, out: '5 processes created\n' });
    expect([...created.values()]).toEqual(['a\n1\n2\n', 'a\n3\n4\n', 'a\n5\n']);
  });

  test('--json has the ids in the order of the rows', async () => {
    await writeFile(file, 'a\n1\n2\n3\n');
    const { out } = await millrace(file, '--batch', '2', '--json');
    expect(JSON.parse(out)).toEqual({ created: '3', ids: ['id-1', 'id-2', 'id-3'], errors: [] });
  });

  test('what standard input or an odd file holds must be said; an empty file is refused', async () => {
    expect(await millrace('-')).toMatchObject({ code: 2, err: expect.stringContaining('--format') });
    await writeFile(join(folder, 'x.txt'), 'a\n1\n');
    expect(await millrace(join(folder, 'x.txt'))).toMatchObject({ code: 2 });
    await writeFile(file, 'a\n');
    expect(await millrace(file)).toMatchObject({ code: 6, err: expect.stringContaining('has no rows') });
    expect(await millrace(join(folder, 'missing.csv'))).toMatchObject({ code: 2 });
    expect(sent).toEqual([]);
  });
});
