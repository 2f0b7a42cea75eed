import { expect, test } from 'vitest';
import * as b from './testing/bpmn.js';
import { Driver } from './testing/driver.js';

test('[RUN-1] an approval run', async () => {
  const xml = b.diagram(
    b.start(),
    b.service('calc'),
    b.user('approve'),
    b.exclusive('g', { default: 'g-no' }),
    b.end('yes'),
    b.end('no'),
    b.flow('s calc approve g no'),
    b.flow('g yes', '= approved'),
  );
  const run = await Driver.started(xml, { amount: 3 });
  expect(run.status).toBe('RACING');
  run.job('calc', { total: 4 });
  expect(run.status).toBe('PAUSED');
  console.log(JSON.stringify(run.state), JSON.stringify(run.state).length);
  run.complete();
  expect(run.status).toBe('COMPLETED');
  expect(run.path()).toEqual(['s', 'calc', 'approve', 'g', 'yes', 'p']);
});
