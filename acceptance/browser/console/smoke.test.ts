import { expect, it } from 'vitest';
import { useConsole } from './console.js';
import { people } from './people.js';

const openConsole = useConsole();

it.each(people)('the %s opens the address of the service and sees the console', async (person) => {
  for (const device of ['desktop', 'phone'] as const) {
    const { page, open, expectNoBarriers, screenshot } = await openConsole(person, { device });
    await open('/');
    await page.getByRole('main').waitFor();
    await page.getByRole('heading').first().waitFor();
    await expectNoBarriers();
    await screenshot(`smoke-${person}-${device}`);
  }
});

it('whoever is not signed in signs in first', async () => {
  const { page, open } = await openConsole('nobody');
  await open('/inbox');
  await page.waitForURL('**/sign-in?return_to=%2Finbox');
  expect(await page.getByRole('button', { name: 'Sign in', exact: true }).isVisible()).toBe(true);
});
