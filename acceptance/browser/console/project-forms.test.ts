import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, inject, it } from 'vitest';
import { type Client, signInAdmin } from '../../src/support/http.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const url = inject('demoUrl');
const example = new URL('../../../examples/vacation-request/', import.meta.url);
const bpmn = 'vacation-request.bpmn';

let admin: Client;
let document: string;
beforeAll(async () => {
  admin = await signInAdmin(url);
  document = await readFile(new URL('sub-project.yaml', example), 'utf8');
});

/** A project with the document of the example, comments and all. */
async function deployed(): Promise<string> {
  const { subProjectId } = await admin.ok('deploySubProject', {
    document: document.replace(/^id: .*$/m, `id: ${randomUUID()}`),
    files: { [bpmn]: await readFile(new URL(bpmn, example), 'utf8') },
  });
  return subProjectId;
}

/** Lines of the second text that the first has not. */
const newLines = (before: string, after: string) =>
  after.split('\n').filter((line) => !before.split('\n').includes(line));

it('fields, states and roles are changed as forms; the text is in step, keeps its comments, and is deployed in words', async () => {
  const subProjectId = await deployed();
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator', { width: 1440, height: 900 });
  await open(`/design/${subProjectId}`);
  await page.getByRole('link', { name: 'Fields, roles, states' }).click();
  const text = page.getByLabel('The document as text (YAML)');
  const findings = page.getByRole('region', { name: 'Findings' });
  await findings.getByText('Nothing stands against a deployment.').waitFor();
  const before = await text.inputValue();

  await page.locator('summary', { hasText: 'Days' }).click();
  const form = page.locator('details[open]');
  await form.getByLabel('At most').fill('30');
  await form.getByLabel('Label', { exact: true }).fill('Working days');
  await form.getByLabel('Label', { exact: true }).press('Enter');
  await expect
    .poll(async () => newLines(before, await text.inputValue()))
    .toEqual(['  days: { type: integer, minimum: 1, required: true, maximum: 30, title: Working days }']);
  await expectNoBarriers();
  await screenshot('project-fields-light');

  // What the server's compiler finds stands beside the field, and goes when it is mended.
  await form.getByLabel('Place in summaries').fill('12');
  await form.getByLabel('Place in summaries').press('Enter');
  await page.getByRole('listitem').filter({ hasText: 'Working days' }).locator('.danger-t').first().waitFor();
  await findings.getByText('/fields/days').first().waitFor();
  expect(await page.getByRole('button', { name: 'Deploy', exact: true }).isDisabled()).toBe(true);
  await expectNoBarriers();
  await screenshot('project-finding-light');
  await page.getByRole('button', { name: 'Take back' }).click();
  await findings.getByText('Nothing stands against a deployment.').waitFor();

  await page.getByRole('tab', { name: /^States/ }).click();
  await page.getByRole('button', { name: 'Add a state' }).click();
  await page.locator('summary', { hasText: 'STATE_1' }).click();
  await page.getByLabel('Name of the state').fill('TAKEN');
  await page.getByLabel('Name of the state').press('Enter');
  await page.getByLabel('Add a rule for').selectOption('APPROVED');
  await page.getByRole('checkbox', { name: 'APPROVED to TAKEN' }).check();
  await page.getByRole('checkbox', { name: 'APPROVED to INIT' }).uncheck();
  await expectNoBarriers();
  await screenshot('project-states-light');
  await page.getByRole('tab', { name: /^Roles/ }).click();
  await page.locator('summary', { hasText: 'TEAM_LEAD' }).click();
  await page.getByLabel('Change processes').selectOption('Only some');
  await page.getByLabel('Fields that it changes').fill('state');
  await page.getByLabel('Fields that it changes').press('Enter');
  await expectNoBarriers();
  await screenshot('project-roles-light');

  // The other way round: what is written in the text is there in the form.
  await text.fill((await text.inputValue()).replace('name: Vacation requests', 'name: Vacations of all'));
  await page.getByRole('tab', { name: 'Project' }).click();
  await expect.poll(() => page.getByLabel('Name of the project').inputValue()).toBe('Vacations of all');
  const after = await text.inputValue();
  const comments = (yaml: string) => yaml.split('\n').filter((line) => line.trim().startsWith('#'));
  expect(comments(after)).toEqual(comments(before));

  await findings.getByText('Nothing stands against a deployment.').waitFor();
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Deploy the project' });
  await dialog.getByText(/days/).first().waitFor();
  await expectNoBarriers();
  await screenshot('project-deploy-light');
  await dialog.getByRole('button', { name: 'Deploy version 2' }).click();
  await page.getByText('Version 2', { exact: true }).waitFor();
  const configuration = await admin.ok('getSubProjectConfiguration', { subProjectId });
  expect(configuration.document).toBe(after);
}, 120_000);

it('on a phone, in German and in the dark; a text that cannot be read says so; changes are not lost without a question', async () => {
  const subProjectId = await deployed();
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator', {
    device: 'phone',
    locale: 'de',
    colorScheme: 'dark',
  });
  await open(`/design/${subProjectId}/~project`);
  await page
    .getByRole('region', { name: 'Befunde' })
    .getByText('Nichts spricht gegen eine Veröffentlichung.')
    .waitFor();
  await page.locator('summary', { hasText: 'Reason' }).click();
  await expectNoBarriers();
  await screenshot('project-fields-phone-dark-de');
  const text = page.getByLabel('Das Dokument als Text (YAML)');
  const before = await text.inputValue();
  await text.fill(`${before}\nfields: [`);
  await page.getByText(/Der Text ist nicht lesbar/).waitFor();
  await expectNoBarriers();
  await page.getByRole('link', { name: 'Eingang' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Die Änderungen an diesem Projekt wurden nicht veröffentlicht.').waitFor();
  await dialog.getByRole('button', { name: 'Hier bleiben' }).click();
  expect(await text.inputValue()).toBe(`${before}\nfields: [`);
});
