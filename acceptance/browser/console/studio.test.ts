import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { signInAdmin } from '../../src/support/http.js';
import { configuration, deploy } from '../../src/support/sub-project.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const url = inject('demoUrl');
const example = '01900000-0000-7000-8000-000000000001';
const editor = `/design/${example}/manager-approval`;

/** The file of the drawing, as the button gives it to the person. */
async function exported(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  return readFile(await file.path(), 'utf8');
}

const property = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Properties' }).getByLabel(name, { exact: true });

it('the studio lists the workflows and opens one; the engine finds what an edit breaks, and what mends it', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator', { width: 1440, height: 900 });
  await open(`/design/${example}`);
  await page.getByRole('link', { name: 'Manager approval' }).waitFor();
  await screenshot('studio-list-light');
  await expectNoBarriers();
  await page.getByRole('link', { name: 'Manager approval' }).click();
  await page.getByText('Nothing stands against a deployment').waitFor();
  await page.locator('[data-element-id="Task_Approve"]').first().click();
  await page.getByRole('heading', { name: 'Approve invoice' }).waitFor();
  await expect.poll(() => property(page, 'Roles or groups that may act').inputValue()).toBe('=["OWNER", "MANAGER"]');
  await screenshot('studio-light');
  await expectNoBarriers();

  await property(page, 'Roles or groups that may act').fill('=["OWNER"');
  await property(page, 'Name').focus();
  const findings = page.getByRole('region', { name: 'Findings' });
  const finding = findings.getByRole('button', { name: /^Error: Approve invoice/ });
  await finding.waitFor();
  await page.locator('.studio-badge-error').waitFor();
  await screenshot('studio-finding-light');
  await page.getByRole('button', { name: 'Changes' }).click();
  const changes = page.getByRole('dialog', { name: /^Changes since version/ });
  await changes.getByText('Roles or groups that may act').waitFor();
  await screenshot('studio-changes-light');
  await expectNoBarriers();
  await changes.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Nothing stands against a deployment').waitFor();
});

it('forms write the dialect: people, votes, a job with its settings, a timer and a message', async () => {
  const { page, open } = await openConsole('administrator', { width: 1440, height: 900 });
  await open(editor);
  await page.getByText('Nothing stands against a deployment').waitFor();
  await page.getByText('Outline', { exact: true }).click();
  const tree = page.getByRole('tree', { name: 'Outline' });
  await tree.getByRole('treeitem', { name: 'Approve invoice' }).click();
  await property(page, 'Approvals needed').fill('2');
  await property(page, 'Reason').selectOption('onReject');
  await property(page, 'Votes may name files').check();
  await property(page, 'Approvals needed').fill('40');
  await property(page, 'Reason').focus();
  await page.getByText('40 approvals are needed: no task like this could be approved').waitFor();
  await property(page, 'Approvals needed').fill('2');
  await property(page, 'Due').fill('=now() + duration("P2D")');
  await property(page, 'Name').focus();

  // What follows is added without a mouse: a task that calls a web service.
  await page.getByRole('button', { name: 'What follows' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Service task' }).press('Enter');
  await property(page, 'Carried out by').selectOption('http');
  await property(page, 'Address').fill('https://ledger.example.com/');
  await property(page, 'Body').fill('={amount: process.fields.amount}');
  await property(page, 'Name').fill('Register');
  await property(page, 'Method').selectOption('POST');
  await page.getByRole('button', { name: 'What follows' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Wait for a message' }).press('Enter');
  await property(page, 'Message').fill('registered');
  await property(page, 'Correlation key').fill('=process.fields.invoiceNumber');
  await page.getByRole('button', { name: 'Change its type' }).click();
  await page.getByRole('menuitem', { name: 'Timer' }).click();
  await property(page, 'Time').fill('PT15M');
  await page.getByRole('button', { name: 'What follows' }).press('Enter');
  await page.getByRole('menuitem', { name: 'End', exact: true }).press('Enter');
  await tree.getByRole('treeitem', { name: 'Register' }).waitFor();

  const xml = await exported(page);
  expect(xml).toMatch(/<millrace:approval quorum="2" reason="onReject" attachments="true" \/>/);
  expect(xml).toMatch(/<zeebe:taskSchedule dueDate="=now\(\) \+ duration\(&#34;P2D&#34;\)" \/>/);
  expect(xml).toMatch(/<zeebe:taskDefinition type="http" \/>/);
  expect(xml).toMatch(/<zeebe:header key="url" value="https:\/\/ledger.example.com\/" \/>/);
  expect(xml).toMatch(/<zeebe:header key="method" value="POST" \/>/);
  expect(xml).toMatch(/<zeebe:input source="={amount: process.fields.amount}" target="body" \/>/);
  expect(xml).toMatch(/<bpmn:timeDuration xsi:type="bpmn:tFormalExpression">PT15M<\/bpmn:timeDuration>/);
  // The task has a second flow now, which the gateway behind it no longer decides alone.
  await page
    .getByRole('button', { name: /^Warning: Approve invoice nothing in the diagram handles a rejection/ })
    .waitFor();
});

it('changes are not lost without a question, and another file takes the place of the drawing', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator', {
    width: 1440,
    height: 900,
    colorScheme: 'dark',
  });
  await open(editor);
  await page.getByText('Nothing stands against a deployment').waitFor();
  await page.getByLabel('Import', { exact: true }).setInputFiles({
    name: 'other.bpmn',
    mimeType: 'application/xml',
    buffer: Buffer.from((await exported(page)).replaceAll('Approve invoice', 'Check invoice')),
  });
  await page.locator('[data-element-id="Task_Approve"]').first().click();
  await page.getByRole('heading', { name: 'Check invoice' }).waitFor();
  await page.getByText('Changed, based on version').waitFor();
  await screenshot('studio-dark');
  await expectNoBarriers();
  await page.getByRole('link', { name: 'Processes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave the changes behind?' });
  await screenshot('studio-leave-dark');
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('heading', { name: 'Check invoice' }).waitFor();
  await page.getByRole('link', { name: 'Processes' }).click();
  await dialog.getByRole('button', { name: 'Leave without them' }).click();
  await page.waitForURL(/\/processes/);
});

it('a drawing is deployed after its changes were shown; when somebody deployed meanwhile, nothing is', async () => {
  const admin = await signInAdmin(url);
  const file = await readFile(
    new URL('../../../examples/invoice-approvals/manager-approval.bpmn', import.meta.url),
    'utf8',
  );
  const document = configuration({
    workflows: [
      { key: 'approval', name: 'Approval', description: 'Approves.', stages: ['stage_init'], file: 'approval.bpmn' },
    ],
  });
  const project = await deploy(admin, document, { 'approval.bpmn': file });
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator', { width: 1440, height: 900 });
  await open(`/design/${project.id}/approval`);
  const rename = async (name: string) => {
    await page.locator('[data-element-id="Task_Approve"]').first().click();
    await property(page, 'Name').fill(name);
    await property(page, 'Id').focus();
  };
  await page.getByRole('region', { name: 'Findings' }).getByText('checking').waitFor({ state: 'detached' });
  await rename('Check invoice');
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Deploy “Approval”' });
  await dialog.getByText('Approve invoice', { exact: true }).waitFor();
  await dialog.getByText('No run of this workflow is open.').waitFor();
  await screenshot('studio-deploy-light');
  await expectNoBarriers();
  await dialog.getByRole('button', { name: 'Deploy version 2' }).click();
  await page.getByText('Version 2', { exact: true }).waitFor();
  const deployed = await admin.ok('getSubProjectConfiguration', { subProjectId: project.id });
  expect(deployed.version).toBe('2');
  expect(Object.values(deployed.files)[0]).toContain('name="Check invoice"');

  await rename('Look at invoice');
  await admin.ok('deploySubProject', {
    subProjectId: project.id,
    document: { ...document, name: 'Renamed' },
    files: { 'approval.bpmn': file },
  });
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await dialog.getByText('Somebody deployed another version').waitFor();
  await screenshot('studio-conflict-light');
  expect(await dialog.getByRole('button', { name: 'Deploy', exact: true }).isDisabled()).toBe(true);
});

it('a phone shows the diagram and says that it is not changed there; in German', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator', {
    device: 'phone',
    locale: 'de',
  });
  await open(editor);
  await page.getByText('Nichts spricht gegen eine Veröffentlichung').waitFor();
  await page.getByText('Auf einem schmalen Bildschirm wird das Diagramm nur gezeigt.').waitFor();
  expect(await page.locator('.djs-palette').count()).toBe(0);
  await page.locator('[data-element-id="Task_Approve"]').first().tap();
  await page.getByRole('heading', { name: 'Approve invoice' }).waitFor();
  expect(await page.getByLabel('Rollen oder Gruppen, die handeln dürfen').isDisabled()).toBe(true);
  await screenshot('studio-phone-light-de');
  await expectNoBarriers();
});

it('a designer of the project deploys without being an administrator; what needs one is said', async () => {
  const admin = await signInAdmin(url);
  const file = await readFile(
    new URL('../../../examples/invoice-approvals/manager-approval.bpmn', import.meta.url),
    'utf8',
  );
  const document = configuration({
    workflows: [{ key: 'approval', name: 'Approval', stages: ['stage_init'], file: 'approval.bpmn' }],
  });
  const project = await deploy(admin, document, { 'approval.bpmn': file });
  const { page, open, expectNoBarriers } = await openConsole('owner', { width: 1440, height: 900 });
  await open(`/design/${project.id}/approval`);
  await page.locator('a[title="Design"]').waitFor();
  await page.getByText('Nothing stands against a deployment').waitFor();
  await page.locator('[data-element-id="Task_Approve"]').first().click();
  await property(page, 'Name').fill('Check invoice');
  await property(page, 'Id').focus();
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Deploy “Approval”' });
  await dialog.getByRole('button', { name: 'Deploy version 2' }).click();
  await page.getByText('Version 2', { exact: true }).waitFor();
  const { files } = await admin.ok('getSubProjectConfiguration', { subProjectId: project.id });
  expect(Object.values(files)[0]).toContain('name="Check invoice"');

  // A secret that may go anywhere is not for a drawing of theirs.
  await page.locator('[data-element-id="Task_Approve"]').first().click();
  await page.getByRole('button', { name: 'What follows' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Service task' }).press('Enter');
  await property(page, 'Carried out by').selectOption('http');
  await property(page, 'Address').fill('https://elsewhere.example.com/');
  await property(page, 'Body').fill('="{{secrets.LEDGER}}"');
  await property(page, 'Method').selectOption('POST');
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await dialog.getByText('the secret "LEDGER" is not set').first().waitFor();
  expect(await dialog.getByRole('button', { name: 'Deploy', exact: true }).isDisabled()).toBe(true);
  await expectNoBarriers();
});

it('a test run takes the drawing step by step, is saved as a scenario, and keeps what breaks it from being deployed', async () => {
  const admin = await signInAdmin(url);
  const file = await readFile(
    new URL('../../../examples/invoice-approvals/manager-approval.bpmn', import.meta.url),
    'utf8',
  );
  const document = configuration({
    workflows: [{ key: 'approval', name: 'Approval', stages: ['stage_init'], file: 'approval.bpmn' }],
  });
  const project = await deploy(admin, document, { 'approval.bpmn': file });
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { width: 1440, height: 900 });
  await open(`/design/${project.id}/approval`);
  await page.getByText('Nothing stands against a deployment').waitFor();
  await page.getByText('Test run', { exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Test run' });
  await panel.getByLabel('Supplier').fill('Acme Ltd');
  await screenshot('studio-trial-start-light');
  await panel.getByRole('button', { name: 'Start the test run' }).press('Enter');
  await panel.getByRole('heading', { name: 'Approve invoice' }).waitFor();
  await page.locator('.studio-badge-token').waitFor();
  await screenshot('studio-trial-light');
  await expectNoBarriers();

  // Who may not act is refused, and the step is none of the test run.
  await panel.getByLabel('Acts as').fill('READER');
  await panel.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
  await panel.getByRole('alert').getByText('The role READER does not grant').waitFor();
  expect(await panel.getByRole('button', { name: 'Take back the last step' }).isDisabled()).toBe(true);
  await panel.getByLabel('Acts as').fill('');
  await panel.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
  await panel.getByText('Completed', { exact: true }).first().waitFor();
  await panel.getByText('"state": "APPROVED"').waitFor();
  await panel.getByLabel('What it shows').fill('A manager approves');
  await panel.getByRole('button', { name: 'Save as a scenario' }).press('Enter');
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Deploy “Approval”' });
  await dialog.getByText('All scenarios of the project passed.').waitFor();
  await dialog.getByText('scenarios approval.test.yaml added').waitFor();
  await screenshot('studio-gate-light');
  await dialog.getByRole('button', { name: 'Deploy version 2' }).click();
  await page.getByText('Version 2', { exact: true }).waitFor();
  const { files } = await admin.ok('getSubProjectConfiguration', { subProjectId: project.id });
  expect(Object.keys(files)).toContain('approval.test.yaml');

  // The scenario names the element by its id.
  await page.locator('[data-element-id="Task_Approve"]').first().click();
  await property(page, 'Id').fill('Task_Other');
  await property(page, 'Name').focus();
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await dialog.getByRole('region', { name: 'Scenarios' }).getByText('Task_Approve').first().waitFor();
  expect(await dialog.getByRole('button', { name: 'Deploy version 3' }).isDisabled()).toBe(true);
  await screenshot('studio-gate-failed-light');
  await expectNoBarriers();
});

it('people who may not design get no entry, and a page that says why', async () => {
  const { page, open, expectNoBarriers } = await openConsole('manager');
  await open(`/design/${example}`);
  await page.getByRole('heading', { name: 'You may not design here' }).waitFor();
  expect(await page.getByRole('link', { name: 'Design' }).count()).toBe(0);
  await expectNoBarriers();
});
