import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Loopback, startLoopback } from '../testing/loopback.js';
import { run } from '../testing/memory-io.js';
import { csvLine } from './csv.js';
import { csvRowCounter } from './rows.js';

const process = (id: string, fields: object) => ({
  id,
  createdTs: '2026-01-01T00:00:00.000Z',
  updatedTs: '2026-01-02T00:00:00.000Z',
  version: '1',
  state: 'INIT',
  priority: 'LOW',
  stageKey: 's',
  fields,
});
const two = [process('1', { b: '=x, "y"\n', a: 1.5 }), process('2', { c: [true], ü: 'ä€' })];
const ndjson = two.map((one) => `${JSON.stringify(one)}\n`).join('');

let service: Loopback;
let folder: string;
let respond: (response: ServerResponse, format: string) => void;
let exports = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-export-'));
  service = await startLoopback((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    if (url.pathname.endsWith('/getProcess')) {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ meta: { page: '1', perPageCount: '1', totalCount: '2', totalPages: '2' }, processes: [] }),
      );
      return;
    }
    exports += 1;
    const format = url.searchParams.get('format') ?? '';
    response.setHeader('content-type', format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson');
    respond(response, format);
  });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  exports = 0;
  // Byte by byte: lines and characters are cut anywhere.
  respond = (response) => {
    for (const byte of Buffer.from(ndjson)) response.write(Buffer.of(byte));
    response.end();
  };
});

const millrace = (...args: string[]) => run(args, { env: service.env });

describe('process export', () => {
  test('CSV and NDJSON are what the service streams, byte for byte', async () => {
    expect(await millrace('process', 'export', '--format', 'ndjson')).toEqual({
      code: 0,
      out: ndjson,
      err: '2 processes exported\n',
    });
    const csv = 'id,fields.a\r\n1,"two\nlines ""x"""\r\n2,\r\n';
    respond = (response) => response.end(csv);
    expect(await millrace('process', 'export')).toEqual({ code: 0, out: csv, err: '2 processes exported\n' });
  });

  test('JSON is one array, also of nothing; CSV of some columns has those asked for and no formulas', async () => {
    expect(JSON.parse((await millrace('process', 'export', '--format', 'json')).out)).toEqual(two);
    const head = 'id,createdTs,updatedTs,version,state,priority,stageKey,fields.b,fields.missing\r\n';
    const start = '2026-01-01T00:00:00.000Z,2026-01-02T00:00:00.000Z,1,INIT,LOW,s';
    expect((await millrace('process', 'export', '--columns', 'b, missing')).out).toBe(
      `${head}1,${start},"'=x, ""y""\n",\r\n2,${start},,\r\n`,
    );
    respond = (response) => response.end();
    expect((await millrace('process', 'export', '--format', 'json')).out).toBe('[]\n');
    expect((await millrace('process', 'export', '--columns', 'b, missing')).out).toBe(head);
  });

  test('an answer that breaks off is no export: no file, exit code 8, and it is not asked for again', async () => {
    respond = (response) => {
      response.write(ndjson);
      setTimeout(() => response.destroy(), 50);
    };
    const path = join(folder, 'x.ndjson');
    const outcome = await millrace('process', 'export', '--format', 'ndjson', '-o', path);
    expect(outcome).toMatchObject({ code: 8, err: expect.stringMatching(/^The answer broke off after \d+ bytes/) });
    expect(await readdir(folder)).toEqual([]);
    expect(exports).toBe(1);
  });

  test('what is refused before its first byte is an error like any other', async () => {
    respond = (response) => {
      response.statusCode = 403;
      response.setHeader('content-type', 'application/problem+json');
      response.end(
        JSON.stringify({ id: 1205, code: 'ERROR_NOT_ALLOWED_TO_GET', detail: 'no', traceId: 't', status: 403 }),
      );
    };
    expect(await millrace('process', 'export')).toMatchObject({ code: 4, out: '' });
  });

  test('a file appears under its name', async () => {
    const path = join(folder, 'y.ndjson');
    await millrace('process', 'export', '--format', 'ndjson', '-o', path);
    expect(await readFile(path, 'utf8')).toBe(ndjson);
  });
});

describe('CSV', () => {
  test('RFC 4180: what would be misread is quoted', () => {
    expect(csvLine(['a', ' b', 'c"d', 'e,f', 'g\rh', null, { i: 1 }, -5, '-5'])).toBe(
      'a," b","c""d","e,f","g\rh",,"{""i"":1}",-5,"\'-5"\r\n',
    );
  });

  test('records are counted, not lines', () => {
    const count = csvRowCounter();
    expect(count(Buffer.from('a,b\r\n1,"x\n'))).toBe(0);
    expect(count(Buffer.from('y"\r\n2,"""\n"""\r\n'))).toBe(2);
  });
});
