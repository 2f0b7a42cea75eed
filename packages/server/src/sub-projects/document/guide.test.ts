import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compileFields } from '../fields/compile-field.js';
import { createDocumentValidator } from './validate-document.js';

const root = new URL('../../../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

describe('docs/guide/sub-project.md', () => {
  it('shows a document that is valid but for its BPMN file', async () => {
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(read('docs/guide/sub-project.md')) ?? [];
    expect(Object.keys(parse(example))).toHaveLength(12);
    const diagram = read('examples/invoice-approvals/manager-approval.bpmn');
    const { errors, warnings } = await createDocumentValidator()(example, { 'approve-trip.bpmn': diagram });
    expect([errors, warnings]).toEqual([[], []]);
  });

  it('shows patterns that stand for look-around', async () => {
    const [, fields = ''] = /```yaml\n(fields:[\s\S]*?)```/.exec(read('docs/guide/sub-project.md')) ?? [];
    const { errors, valid } = await createDocumentValidator()(`name: Test\nstages: [{ key: one }]\n${fields}`, {});
    expect(errors).toEqual([]);
    const code = compileFields(valid?.document.fields ?? []).get('code');
    const accepted = ['AB1', '7', 'AB', 'ab1', 'TEST1'].filter((text) => code?.check(text) === undefined);
    expect(accepted).toEqual(['AB1', '7']);
  });
});

it('[D110] docs/guide/sub-project.md shows a webhook and an inbound hook', async () => {
  const [, connections = ''] = /```yaml\n(events:[\s\S]*?)```/.exec(read('docs/guide/sub-project.md')) ?? [];
  const { errors, valid } = await createDocumentValidator()(`name: Test\nstages: [{ key: one }]\n${connections}`, {});
  expect(errors).toEqual([]);
  const { events = [], hooks = [] } = valid?.document ?? {};
  expect([...events, ...hooks].map(({ key }) => key)).toEqual(['erp', 'issues']);
});

it('docs/guide/processes.md shows a business key', async () => {
  const [, keyed = ''] = /```yaml\n(businessKey:[\s\S]*?)```/.exec(read('docs/guide/processes.md')) ?? [];
  const { errors, valid } = await createDocumentValidator()(`name: Test\nstages: [{ key: one }]\n${keyed}`, {});
  expect(errors).toEqual([]);
  const key = valid?.document.businessKey ?? '';
  expect(compileFields(valid?.document.fields ?? []).get(key)).toMatchObject({ unique: true });
});

describe('[D75] a unique field', () => {
  it.each([
    ["{ type: string, 'x-unique': true }", 'needs maxLength'],
    ["{ type: string, maxLength: 300, 'x-unique': true }", 'needs maxLength'],
    ["{ type: string, maxLength: 30, default: a, 'x-unique': true }", 'no default'],
    ["{ type: number, 'x-unique': true }", 'only a field of the type string'],
    ["{ type: string, format: user, 'x-unique': true }", 'only a field of the type string'],
    ["{ type: string, 'x-unique': 'yes' }", 'must be true or false'],
  ])('%s is refused', async (schema, message) => {
    const { errors } = await createDocumentValidator()(
      `name: Test\nstages: [{ key: one }]\nfields: { code: ${schema} }`,
      {},
    );
    expect(errors.map((error) => error.message).join()).toContain(message);
  });

  it('is what a business key must name', async () => {
    const fields = 'fields: { code: { type: string } }';
    const { errors } = await createDocumentValidator()(
      `name: Test\nstages: [{ key: one }]\nbusinessKey: code\n${fields}`,
      {},
    );
    expect(errors).toMatchObject([{ path: '/businessKey', message: 'must name a field with x-unique: true' }]);
  });
});
