import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { useConsole } from './console.js';

const openConsole = useConsole();
const subProjectId = '01900000-0000-7000-8000-000000000001';
const word = `Import${Date.now().toString(36)}`;
const csv = `Supplier;Amount;Remark\n${word} A;12;x\n${word} B;much;y\n${word} C;7;z\n`;
const file = { name: 'invoices.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };

it('a table is imported: columns find their fields, a wrong row is corrected in place', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner');
  await open(`/import?subProject=${subProjectId}`);
  await page.getByText('Drop a CSV file here').waitFor();
  await expectNoBarriers();
  await screenshot('import-start');
  await page.locator('input[type=file]').setInputFiles(file);
  const remark = page.getByLabel('Field: Remark');
  await remark.waitFor();
  expect(await page.getByLabel('Field: Supplier').inputValue()).toBe('fields.supplier');
  await remark.selectOption('fields.notes');
  await expectNoBarriers();
  await screenshot('import-columns');
  await page.getByRole('button', { name: 'Check' }).click();
  const wrong = page.getByRole('region', { name: 'Row 3' });
  await wrong.waitFor();
  await expectNoBarriers();
  await screenshot('import-wrong');
  await wrong.getByLabel('amount').fill('8');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Import 3 processes' }).click();
  await page.getByText('3 processes were created').waitFor();
  await expectNoBarriers();
  await screenshot('import-done');
});

it('the processes are exported, on a phone in German', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', {
    device: 'phone',
    locale: 'de',
    colorScheme: 'dark',
  });
  const filters = JSON.stringify({ 'fields.supplier': `${word} A` });
  await open(`/export?subProject=${subProjectId}&filters=${encodeURIComponent(filters)}`);
  const link = page.getByRole('link', { name: 'Herunterladen' });
  await link.waitFor();
  await expectNoBarriers();
  await screenshot('export-phone-dark');
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('fields.supplier');
});
