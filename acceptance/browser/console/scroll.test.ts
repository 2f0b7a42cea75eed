import { expect, inject, it } from 'vitest';
import { signInAdmin } from '../../src/support/http.js';
import { configuration, deploy } from '../../src/support/sub-project.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const ROWS = 100_000;
const FRAMES = 120;
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
  await page.getByRole('grid').evaluate(async (grid, frames) => {
    for (let frame = 0; frame < frames; frame += 1) {
      grid.scrollTop += 240;
      await new Promise(requestAnimationFrame);
    }
  }, FRAMES);
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
