import { describe, expect, test } from 'vitest';
import { csvLine } from './csv.js';
import { type ExportFormat, exportProcesses, type Process } from './export-processes.js';

const process = (id: string, fields: Process['fields']): Process => ({
  id,
  createdTs: '2026-01-01T00:00:00.000Z',
  state: 'INIT',
  priority: 'LOW',
  stageKey: 's',
  fields,
});

const two = [process('1', { b: 'x, "y"\n', a: 1.5 }), process('2', { c: [true], a: null })];

async function exported(
  processes: readonly Process[],
  format: ExportFormat,
  fields?: readonly string[],
): Promise<string> {
  let text = '';
  async function* each() {
    yield* processes;
  }
  await exportProcesses(each(), format, fields, async (chunk) => {
    text += chunk;
  });
  return text;
}

describe('export', () => {
  test('CSV has a column for every field that occurs, by name, or those asked for', async () => {
    expect(await exported(two, 'csv')).toBe(
      'id,createdTs,state,priority,stageKey,a,b,c\r\n' +
        '1,2026-01-01T00:00:00.000Z,INIT,LOW,s,1.5,"x, ""y""\n",\r\n' +
        '2,2026-01-01T00:00:00.000Z,INIT,LOW,s,,,[true]\r\n',
    );
    expect(await exported(two, 'csv', ['c', 'missing'])).toBe(
      'id,createdTs,state,priority,stageKey,c,missing\r\n' +
        '1,2026-01-01T00:00:00.000Z,INIT,LOW,s,,\r\n' +
        '2,2026-01-01T00:00:00.000Z,INIT,LOW,s,[true],\r\n',
    );
  });

  test('JSON is one array, also of nothing; NDJSON one object a line', async () => {
    expect(JSON.parse(await exported(two, 'json'))).toEqual(two);
    expect(await exported([], 'json')).toBe('[]\n');
    expect(
      (await exported(two, 'ndjson'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(two);
    expect(await exported([], 'ndjson')).toBe('');
  });

  test('RFC 4180: what would be misread is quoted', () => {
    expect(csvLine(['a', ' b', 'c"d', 'e,f', 'g\rh', null, { i: 1 }])).toBe(
      'a," b","c""d","e,f","g\rh",,"{""i"":1}"\r\n',
    );
  });
});
