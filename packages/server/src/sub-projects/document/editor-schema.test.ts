import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { editorSchema } from './editor-schema.js';

const root = new URL('../../../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

describe('docs/sub-project.schema.json', () => {
  it('is current (packages/server/scripts/write-document-schema.mjs)', () => {
    expect(read('docs/sub-project.schema.json')).toBe(editorSchema());
  });

  it('is JSON Schema 2020-12 that the example follows', () => {
    const matches = new Ajv2020().compile(JSON.parse(editorSchema()));
    expect(matches(parse(read('examples/invoice-approvals/sub-project.yaml')))).toBe(true);
    expect(matches({ name: 'Test' })).toBe(false);
  });
});

describe('[D35] the example', () => {
  const document = parse(read('examples/invoice-approvals/sub-project.yaml'));
  const processes: {
    state: string;
    priority: string;
    stageKey: string;
    fields: Record<string, unknown>;
  }[] = JSON.parse(read('examples/invoice-approvals/processes.json'));

  it('has at least 25 processes, spread over every state, priority and stage, some assigned', () => {
    expect(processes.length).toBeGreaterThanOrEqual(25);
    const seen = (of: (process: (typeof processes)[number]) => string) => new Set(processes.map(of));
    expect(seen(({ state }) => state)).toEqual(new Set(document.states.values));
    expect(seen(({ priority }) => priority)).toEqual(new Set(document.priorities.values));
    expect(seen(({ stageKey }) => stageKey)).toEqual(new Set(document.stages.map(({ key }: { key: string }) => key)));
    expect(processes.filter(({ fields }) => fields.assignee !== undefined).length).toBeGreaterThan(3);
  });

  it('has processes whose fields are valid', () => {
    const matches = new Ajv2020({ strict: false, validateFormats: false }).compile({
      type: 'object',
      additionalProperties: false,
      required: ['supplier'],
      properties: Object.fromEntries(
        Object.entries<object>(document.fields).map(([name, schema]) => [
          name,
          name === 'assignee' ? { const: { $user: 'demo-assignee' } } : { ...schema, required: undefined },
        ]),
      ),
    });
    expect(processes.map(({ fields }) => matches(fields))).toEqual(processes.map(() => true));
  });
});
