import { operations } from '@millrace/contract';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { UseCase } from '../../use-case/caller.js';
import type { ScenarioWork } from '../thread/scenario-work.js';

export interface TestDeps {
  readonly subProjects: Pick<SubProjects, 'load'>;
  readonly scenarios: Pick<ScenarioWork, 'run'>;
}

/** testSubProject: runs scenarios with a document and its files, deployed or not. Nothing of the sub-project is read or changed. */
export const testSubProject =
  ({ subProjects, scenarios }: TestDeps): UseCase<'testSubProject'> =>
  async (caller, { subProjectId, document, files = {}, scenarios: texts, only, trace }) => {
    await enter(subProjects, caller, subProjectId, operations.testSubProject);
    const report = await scenarios.run({
      document,
      files: textsOf(files),
      scenarios: textsOf(texts),
      ...(only === undefined ? {} : { only }),
      ...(trace === undefined ? {} : { trace }),
    });
    const { passed, configurationErrors, errors, results, coverage } = report;
    return { passed, configurationErrors, errors, scenarios: results, coverage } as Answer;
  };

type Answer = Awaited<ReturnType<UseCase<'testSubProject'>>>;

/** The contract has checked that the values are text; what came through no HTTP request is checked here. */
function textsOf(given: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]: [string, unknown]) => {
      if (typeof text === 'string') return [name, text];
      throw invalidValue(`The file "${name}" must be text.`);
    }),
  );
}
