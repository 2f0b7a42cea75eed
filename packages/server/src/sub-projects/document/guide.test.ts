import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
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
});
