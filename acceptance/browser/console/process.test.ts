import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { signInAdmin, signInDemo } from '../../src/support/http.js';
import { configuration, deploy, everythingRole } from '../../src/support/sub-project.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const subProjectId = '01900000-0000-7000-8000-000000000001';
const owner = await signInDemo(inject('demoUrl'), 'owner');

/** An invoice of the demo that a test has for itself. */
async function createInvoice(fields: object = {}): Promise<string> {
  const invoice = { supplier: 'Cormorant Cables', invoiceNumber: 'CC-2026-0317', amount: 10_750, currency: 'USD' };
  const { id } = await owner.ok('createProcess', { subProjectId, fields: { ...invoice, ...fields } });
  return id;
}
const addressOf = (processId: string) => `/processes/${subProjectId}/${processId}`;
const read = async (processId: string) => {
  const filters = JSON.stringify({ subProjectId_id: subProjectId, id: processId });
  const { processes } = await owner.ok('getProcess', { page: '1', perPageCount: '1', filters });
  return processes[0];
};

it('a field is edited in its place, and the state becomes what is allowed', async () => {
  const processId = await createInvoice();
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { width: 1440, height: 900 });
  await open(addressOf(processId));
  await page.getByRole('heading', { name: 'Cormorant Cables', level: 1 }).waitFor();
  await screenshot('process-light');
  await expectNoBarriers();
  await page.getByRole('button', { name: 'CC-2026-0317 Edit Invoice number' }).click();
  await page.getByLabel('Invoice number').fill('CC-2026-0318');
  await screenshot('process-edit');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'CC-2026-0318 Edit Invoice number' }).waitFor();
  await page.getByRole('button', { name: 'Amount' }).click();
  await page.getByLabel('Amount').fill('-1');
  await page.keyboard.press('Enter');
  await page.getByText('It must be at least 0').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^State:/ }).click();
  await page
    .getByRole('menuitemradio', { name: 'In review' })
    .or(page.getByRole('menuitem', { name: 'In review' }))
    .click();
  await expect.poll(async () => (await read(processId))?.state).toBe('IN_REVIEW');
  expect((await read(processId))?.fields).toMatchObject({ invoiceNumber: 'CC-2026-0318', amount: 10_750 });
  await page.getByRole('button', { name: 'Run workflow' }).click();
  await page.getByRole('menuitem', { name: 'Manager approval' }).click();
  await page.getByRole('link', { name: 'Decide' }).waitFor();
  await screenshot('process-waits');
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByText('Olivia Owner changed').first().waitFor();
});

it('an address may name a process by its business key', async () => {
  const admin = await signInAdmin(inject('demoUrl'));
  const document = configuration({
    businessKey: 'claim',
    fields: { claim: { type: 'string', maxLength: 40, 'x-unique': true } },
    members: [{ user: 'demo-owner', roles: ['OWNER'] }],
    roles: [everythingRole('OWNER')],
  });
  const project = await deploy(admin, document);
  const { id } = await owner.ok('createProcess', { subProjectId: project.id, fields: { claim: 'C/2026 17' } });
  const { page, open } = await openConsole('owner');
  await open(`/processes/${project.id}/${encodeURIComponent('C/2026 17')}`);
  await page.getByRole('heading', { name: 'C/2026 17', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/processes/${project.id}/${id}`);
  // One that no process has is told.
  await open(`/processes/${project.id}/nothing`);
  await page.getByRole('alert').first().waitFor();
});

it('two people change the same field: the second one sees three values and chooses', async () => {
  const processId = await createInvoice({ notes: 'First' });
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager');
  await open(addressOf(processId));
  await page.getByRole('button', { name: 'First Edit Notes' }).click();
  // Another field by somebody else merges by itself; the same field does not.
  await owner.ok('updateProcessField', { subProjectId, processId, updates: { notes: 'Second', currency: 'EUR' } });
  await page.getByLabel('Notes').fill('Third');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Two values for Notes' });
  await dialog.getByText('Second').waitFor();
  await screenshot('process-conflict');
  await expectNoBarriers();
  await dialog.getByRole('button', { name: 'Save yours' }).click();
  await page.getByRole('button', { name: 'Third Edit Notes' }).waitFor();
  expect((await read(processId))?.fields).toMatchObject({ notes: 'Third', currency: 'EUR' });
});

it('the upload of a big file goes on where it stopped, also after the page was loaded again', async () => {
  const processId = await createInvoice();
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { locale: 'de' });
  const bytes = 20 * 1024 ** 2;
  const folder = await mkdtemp(join(tmpdir(), 'millrace-upload-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'Scans 2026.zip');
  await writeFile(path, Buffer.alloc(bytes, 'millrace'));
  let sent: string[] = [];
  let isBroken = true;
  const isPart = (url: URL) => url.searchParams.has('partNumber');
  await page.route(isPart, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const number = new URL(route.request().url()).searchParams.get('partNumber') ?? '';
    sent.push(number);
    // What the store refuses for good: the person is asked.
    const refusal = { status: 403, headers: { 'access-control-allow-origin': '*' } };
    return isBroken && number === '2' ? route.fulfill(refusal) : route.continue();
  });
  await open(addressOf(processId));
  const input = page.getByLabel('Dateien hinzufügen').and(page.locator('input'));
  await input.setInputFiles(path);
  await page.getByText('Sie wurde nicht hochgeladen.').waitFor();
  await page.getByText('Der Server hat es abgelehnt (HTTP_403).').waitFor();
  await expectNoBarriers();
  await screenshot('process-upload-failed');
  expect(sent.toSorted()).toEqual(['1', '2', '3']);

  await page.reload();
  isBroken = false;
  sent = [];
  await input.setInputFiles(path);
  await page.getByRole('button', { name: 'Scans 2026.zip herunterladen' }).waitFor();
  expect(sent).toEqual(['2']);
  const { files } = await owner.ok('listStorage', { subProjectId });
  const uploaded = files.filter(({ fileName }) => fileName === 'Scans 2026.zip');
  expect(uploaded).toMatchObject([{ size: String(bytes), locked: false }]);
});

it('the demo has invoices that people talk about, and the tab says how much', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager', { width: 1440, height: 900 });
  const filters = { subProjectId_id: subProjectId, 'fields.supplier': 'Kestrel Hardware' };
  const { processes } = await owner.ok('getProcess', { page: '1', perPageCount: '1', filters });
  await open(addressOf(processes[0]?.id ?? ''));
  await page.getByText('may we pay the rest?').waitFor();
  await page.getByRole('tab', { name: /^Comments\s*3/ }).waitFor();
  await expectNoBarriers();
  await screenshot('process-demo');
});

it('a comment mentions somebody; its author changes and deletes it', async () => {
  const processId = await createInvoice();
  const { page, open, screenshot } = await openConsole('manager', { device: 'phone', colorScheme: 'dark' });
  await open(addressOf(processId));
  const text = page.getByLabel('Comment', { exact: true });
  await text.fill('Ask @Oliv');
  await page.getByRole('option', { name: 'Olivia Owner' }).click();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByText('@Olivia Owner').waitFor();
  await screenshot('process-phone-dark');
  const mentions = async () =>
    (await owner.ok('getComments', { subProjectId, processId })).comments[0]?.mentions.length;
  await expect.poll(mentions, { timeout: 15_000 }).toBe(1);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('deleted this comment').waitFor();
});

it('a file is uploaded, renamed and taken away', async () => {
  const processId = await createInvoice();
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', {
    locale: 'de',
    width: 1440,
    height: 900,
  });
  await open(addressOf(processId));
  await page.getByText('Noch keine Dateien').waitFor();
  const files = [{ name: 'rechnung.txt', mimeType: 'text/plain', buffer: Buffer.from('Rechnung 17') }];
  await page.getByLabel('Dateien hinzufügen').setInputFiles(files);
  await page.getByRole('button', { name: 'Vorschau von rechnung.txt' }).waitFor();
  await page.getByRole('button', { name: 'Mehr zu rechnung.txt' }).click();
  await page.getByRole('menuitem', { name: 'Umbenennen' }).click();
  await page.getByLabel('Name').fill('rechnung-17.txt');
  await page.getByRole('dialog').getByRole('button', { name: 'Umbenennen' }).click();
  await page.getByText('rechnung-17.txt').first().waitFor();
  await screenshot('process-de');
  await expectNoBarriers();
  await page.getByRole('button', { name: 'Mehr zu rechnung-17.txt' }).click();
  await page.getByRole('menuitem', { name: 'Von diesem Vorgang lösen' }).click();
  await page.getByText('Noch keine Dateien').waitFor();
});

it('a file gets a newer version; older ones are listed and downloaded', async () => {
  const processId = await createInvoice();
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner');
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await open(addressOf(processId));
  await page.getByLabel('Add files').setInputFiles([file('offer.txt', 'first')]);
  await page.getByRole('button', { name: 'More for offer.txt' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload a new version' }).click();
  await (await chooser).setFiles([file('offer-2.txt', 'second')]);
  await page.getByRole('button', { name: 'Versions of offer-2.txt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Versions of offer-2.txt' });
  await dialog.getByRole('listitem').nth(1).waitFor();
  expect(await dialog.getByRole('listitem').locator('b').allTextContents()).toEqual(['Version 2', 'Version 1']);
  await expectNoBarriers();
  await screenshot('file-versions');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download version 1' }).click();
  const stream = await (await saved).createReadStream();
  expect(Buffer.concat(await stream.toArray()).toString()).toBe('first');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('Version 2 ·').waitFor();
  expect(await page.getByRole('button', { name: 'More for offer.txt' }).count()).toBe(0);
});

it('a process is created from the list, and what is missing is said at its field', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager');
  await open(`/processes/${subProjectId}`);
  await page.getByRole('link', { name: 'New process' }).click();
  await page.getByRole('button', { name: 'Create process' }).click();
  await page.getByText('This is needed').first().waitFor();
  await page.getByLabel('Supplier').fill('Alder & Sons');
  await screenshot('process-new');
  await expectNoBarriers();
  await page.getByRole('button', { name: 'Create process' }).click();
  await page.getByRole('heading', { name: 'Alder & Sons', level: 1 }).waitFor();
});
