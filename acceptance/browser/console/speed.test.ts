import { expect, it } from 'vitest';
import { useConsole } from './console.js';

const openConsole = useConsole();

/**
 * The inbox is to be usable within 1 second, and within 2 seconds on a processor that is four times slower. What its own work takes of that is measured
 * in time of the processor: a machine that does something else meanwhile changes nothing.
 */
const MOST_MS = 2000 / 4;

/** Milliseconds that the main thread works until a task can be decided, with an empty cache. */
async function workUntilUsable(): Promise<number> {
  const { page, context, open } = await openConsole('manager');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await open('/inbox?view=team');
  await page.getByRole('listitem').first().waitFor();
  await page.getByRole('button', { name: /^Approve/ }).waitFor();
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

it('the inbox can soon be used, also on a slow device', async () => {
  const times = [await workUntilUsable(), await workUntilUsable(), await workUntilUsable()];
  expect(Math.min(...times), `milliseconds of the processor: ${times.map(Math.round)}`).toBeLessThan(MOST_MS);
});
