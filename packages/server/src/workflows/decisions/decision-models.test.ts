import { expect, test } from 'vitest';
import { inTurn } from '../../kernel/time-slices.js';
import type { Queryable } from '../../postgres/database.js';
import { decisionTable, dmnFile } from '../../testing/dmn.js';
import { createDecisionModels } from './decision-models.js';

/** Answers every statement with one definition. */
const storing = (dmn: string): Queryable =>
  (() => Promise.resolve([{ id: 'large', key: 'large', number: 1, dmn, imports: [] }])) as unknown as Queryable;

const large = dmnFile(
  'large',
  decisionTable('large', {
    inputs: { amount: 'number' },
    rules: Array.from({ length: 3000 }, (_, at) => [`[${at}..${at + 1})`, `amount * ${at}`]),
  }),
);

test('other requests are served while a large file is compiled', async () => {
  const done: string[] = [];
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (!done.includes('large')) setImmediate(count);
  };
  setImmediate(count);
  const models = createDecisionModels();
  const loading = Promise.all([models.load(storing(large), 's', 'large'), models.load(storing(large), 's', 'large')]);
  loading.then(
    () => done.push('large'),
    () => done.push('large'),
  );
  await new Promise((resolve) => setImmediate(resolve));
  await inTurn(() => done.push('other'));
  const [first, second] = await loading;
  expect(done).toEqual(['other', 'large']);
  // Compiling takes 200 ms and more, in slices of about 20 ms.
  expect(turns).toBeGreaterThanOrEqual(5);
  expect(first.model).toBe(second.model);
  expect(await models.load(storing(''), 's', 'large')).toBe(first);
});

test('a file that does not compile any more is an error, which is not kept', async () => {
  const models = createDecisionModels();
  await expect(models.load(storing('<x/>'), 's', 'large')).rejects.toThrow(
    'the decision definition large does not compile',
  );
  await expect(models.load(storing(large), 's', 'large')).resolves.toMatchObject({ key: 'large' });
});
