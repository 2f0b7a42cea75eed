import type { SlaDocument } from '../../sub-projects/document/model/document.js';
import { documentOf, type WorkflowFixture } from '../../workflows/testing/workflow-fixture.js';

/** Deploys clocks over the sub-project of a fixture. @param workflows BPMN by key @param decisions DMN by key */
export async function deployClocks(
  { caller, userId, useCases, subProjectId }: WorkflowFixture,
  slas: readonly SlaDocument[],
  workflows: Readonly<Record<string, string>>,
  decisions: Readonly<Record<string, string>> = {},
): Promise<void> {
  const keys = Object.keys(workflows);
  const principal = {
    kind: 'user',
    userId: userId('OWNER'),
    clientId: undefined,
    name: 'admin',
    administrator: true,
    scopes: [],
  } as const;
  const declared = Object.keys(decisions).map((key) => ({ key, file: `${key}.dmn` }));
  await useCases.deploySubProject(
    { ...caller('OWNER'), principal },
    {
      subProjectId,
      document: JSON.stringify({ ...documentOf(keys, userId), slas, decisions: declared }),
      files: Object.fromEntries([
        ...keys.map((key) => [`${key}.bpmn`, workflows[key] ?? '']),
        ...Object.entries(decisions).map(([key, dmn]) => [`${key}.dmn`, dmn]),
      ]),
    },
  );
}
