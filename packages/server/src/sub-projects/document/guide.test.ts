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
