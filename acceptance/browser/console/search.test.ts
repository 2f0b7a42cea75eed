import { beforeAll, expect, inject, it } from 'vitest';
import { signInDemo } from '../../src/support/http.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const subProjectId = '01900000-0000-7000-8000-000000000001';
let commented = '';
// A word that no other test has, since all files share one server.
const word = `Quagga${Date.now().toString(36)}`;

beforeAll(async () => {
  const owner = await signInDemo(inject('demoUrl'), 'owner');
  for (const [supplier, notes] of [
    [`${word} Brothers`, 'Pay at once'],
    ['Tapir Ltd', `Was ordered by ${word} Brothers`],
  ]) {
    const { id } = await owner.ok('createProcess', { subProjectId, fields: { supplier, amount: 12, notes } });
    if (supplier !== 'Tapir Ltd') continue;
    commented = id;
    await owner.ok('addComment', { subProjectId, processId: id, body: `Ask the Okapi${word} first.` });
  }
});

it('a comment that was found leads to the page of its process', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { device: 'phone' });
  await open(`/search?q=Okapi${word}&source=comment`);
  const hit = page.getByRole('link', { name: `Ask the Okapi${word} first.` });
  await hit.waitFor();
  await expectNoBarriers();
  await screenshot('search-comment');
  await hit.click();
  await page.waitForURL(`**/processes/${subProjectId}/${commented}`);
});

it('Ctrl K finds what is there, and opens pages by the keyboard alone', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { colorScheme });
    await open('/account');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('dialog').getByRole('combobox');
    await field.waitFor();
    await expectNoBarriers();
    await screenshot(`palette-commands-${colorScheme}`);
    await field.fill(word.toLowerCase().slice(0, 12));
    await page.getByRole('option', { name: 'on a page of its own' }).waitFor();
    await expectNoBarriers();
    await screenshot(`palette-found-${colorScheme}`);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=**');
    await page.getByText('2 hits').waitFor();
    await expectNoBarriers();
    await screenshot(`search-${colorScheme}`);
  }
});

it('the search page finds on a phone, in German, and says when nothing is there', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager', { device: 'phone', locale: 'de' });
  await open('/search');
  const field = page.getByRole('searchbox', { name: 'Suche' });
  await field.waitFor();
  await expectNoBarriers();
  await screenshot('search-phone-start');
  await field.fill(word.toLowerCase());
  await page.getByText('2 Treffer').waitFor();
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: `${word} Brothers` })
      .count(),
  ).toBe(2);
  await expectNoBarriers();
  await screenshot('search-phone');
  await page.getByText('Dateien').click();
  await page.getByText('Nichts enthält diese Wörter').waitFor();
  await expectNoBarriers();
  await screenshot('search-phone-none');
});
