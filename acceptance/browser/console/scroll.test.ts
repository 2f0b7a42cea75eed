import type { CDPSession } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { signInAdmin } from '../../src/support/http.js';
import { configuration, deploy } from '../../src/support/sub-project.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const ROWS = 100_000;
const FRAMES = 120;
const ROUNDS = 3;
/**
 * Milliseconds of the processor for a frame in which almost seven rows come: what the console causes (script, style, layout), and
 * with the painting of the browser, which a busy machine makes slower. The best of the rounds counts.
 */
const MOST_OWN_MS = 8;
const MOST_FRAME_MS = 16;

/** What the main thread has worked, in milliseconds of the processor. */
async function workOf(devtools: CDPSession): Promise<{ readonly own: number; readonly all: number }> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1000;
  return { own: of('ScriptDuration') + of('RecalcStyleDuration') + of('LayoutDuration'), all: of('TaskDuration') };
}
const MOST_HEAP = 30 * 1024 ** 2;

it('a list of 100,000 rows keeps only what is seen, however far one scrolls', async () => {
  const admin = await signInAdmin(inject('demoUrl'));
  const user = { type: 'string', format: 'user' };
  const fields = { supplier: { type: 'string', required: true }, amount: { type: 'number' }, assignee: user };
  const { id } = await deploy(admin, configuration({ fields }));
  const { page, context, open } = await openConsole('administrator');
  await page.route('**/getProcess?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    const perPage = Number(searchParams.get('perPageCount'));
    const first = (Number(searchParams.get('page')) - 1) * perPage;
    const processes = Array.from({ length: Math.max(0, Math.min(perPage, ROWS - first)) }, (_, index) => ({
      id: `01900000-0000-7000-8000-${String(first + index).padStart(12, '0')}`,
      state: 'INIT',
      priority: 'LOW',
      stageKey: 'stage_init',
      fields: { supplier: `Supplier ${first + index}`, amount: first + index },
      createdTs: '2026-01-31T09:30:00.000Z',
      updatedTs: '2026-01-31T09:30:00.000Z',
      version: '1',
      allowed: { updates: ['supplier', 'amount', 'state', 'priority'], states: [] },
    }));
    return route.fulfill({
      json: { processes, meta: { totalCount: String(ROWS), page: '1', perPageCount: String(perPage) } },
    });
  });
  await open(`/processes/${id}`);
  await page.getByRole('row').filter({ hasText: 'Supplier 0' }).first().waitFor();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const frames: { readonly own: number; readonly all: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await workOf(cdp);
    await page.getByRole('grid').evaluate(async (grid, count) => {
      for (let frame = 0; frame < count; frame += 1) {
        grid.scrollTop += 240;
        await new Promise(requestAnimationFrame);
      }
    }, FRAMES);
    const after = await workOf(cdp);
    frames.push({ own: (after.own - before.own) / FRAMES, all: (after.all - before.all) / FRAMES });
  }
  const said = `milliseconds a frame: ${JSON.stringify(frames)}`;
  expect(Math.min(...frames.map(({ own }) => own)), said).toBeLessThan(MOST_OWN_MS);
  expect(Math.min(...frames.map(({ all }) => all)), said).toBeLessThan(MOST_FRAME_MS);
  for (const share of [0.25, 0.5, 0.75, 1, 0.1]) {
    await page.getByRole('grid').evaluate((grid, to) => {
      grid.scrollTop = to * grid.scrollHeight;
    }, share);
    await page
      .getByRole('row')
      .filter({ hasText: `Supplier ${Math.min(ROWS - 1, Math.round(share * ROWS))}` })
      .first()
      .waitFor();
  }
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  expect(await page.getByRole('row').count()).toBeLessThan(100);
  expect(usedSize).toBeLessThan(MOST_HEAP);
});
