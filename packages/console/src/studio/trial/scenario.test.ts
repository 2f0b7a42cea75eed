import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fieldSchemaOf, type StateAfter, scenariosOf, trialFile, withScenario } from './scenario.js';

const workflow = { key: 'trip', name: 'Trip', description: '', file: 'trip.bpmn', stages: [] };
const after = {
  status: 'COMPLETED',
  tasks: [],
  process: { state: 'APPROVED', priority: 'LOW', stageKey: 'one', fields: { amount: 5 } },
} as unknown as StateAfter;
const trial = { fields: { amount: 5 }, steps: [{ approve: { task: 'T' } }] };
const document = '# Ours\nname: Trips # short\nstages: [{ key: one }]\n';

describe('a test run as a scenario', () => {
  it('is the only one of a file, with a step that changes nothing at its beginning', () => {
    expect(JSON.parse(trialFile('trip', { fields: {}, steps: [] })).scenarios[0].steps).toHaveLength(1);
    expect(JSON.parse(trialFile('trip', trial)).scenarios[0].steps).toEqual(trial.steps);
  });

  it('is saved in a new file that the document names, with its comments', () => {
    const saved = withScenario({ document, files: { 'trip.test.yaml': 'x' } }, workflow, 'Approved', trial, after);
    expect(saved.document).toBe(`${document}scenarios:\n  - "trip-2.test.yaml"\n`);
    expect(parse(saved.files['trip-2.test.yaml'] ?? '')).toEqual({
      workflow: 'trip',
      scenarios: [
        {
          name: 'Approved',
          process: { fields: { amount: 5 } },
          steps: [
            { approve: { task: 'T' } },
            { expect: { status: 'COMPLETED', tasks: [], process: { state: 'APPROVED', fields: { amount: 5 } } } },
          ],
        },
      ],
    });
  });

  it('joins the other scenarios of its workflow', () => {
    const files = { 'a.test.yaml': '# Mine\nworkflow: trip\nscenarios:\n  - name: First # kept\n' };
    const sources = { document: `${document}scenarios: [ a.test.yaml ]\n`, files };
    const saved = withScenario(sources, workflow, 'Second', trial, after);
    expect(saved.document).toBe(sources.document);
    expect(Object.keys(scenariosOf(saved))).toEqual(['a.test.yaml']);
    expect(saved.files['a.test.yaml']).toContain('# Mine\nworkflow: trip\nscenarios:\n  - name: First # kept\n');
    expect(parse(saved.files['a.test.yaml'] ?? '').scenarios).toMatchObject([{ name: 'First' }, { name: 'Second' }]);
  });

  it('begins with the fields of the document; people and files are written as text', () => {
    const fields = `fields:
  amount: { type: number, required: true }
  who: { type: string, format: user }
  papers: { type: array, items: { type: string, format: file } }
`;
    expect(fieldSchemaOf(fields)).toEqual({
      type: 'object',
      required: ['amount'],
      properties: {
        amount: { type: 'number' },
        who: { type: 'string' },
        papers: { type: 'array', items: { type: 'string' } },
      },
    });
  });
});
