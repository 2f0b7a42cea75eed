import { pointerOf } from '../sub-projects/document/findings/finding.js';
import { createDocumentValidator } from '../sub-projects/document/validate-document.js';
import type { FolderToTest } from './folder-to-test.js';
import { Coverage } from './measuring/coverage.js';
import { stateAfter } from './measuring/state-after.js';
import { checkNames } from './model/check-names.js';
import { type ReadScenarios, readScenarios } from './model/read-scenarios.js';
import type { Scenario } from './model/scenario-schema.js';
import { instantOf } from './running/durations.js';
import { type Failure, runScenario, wholeScenario } from './running/run-scenario.js';
import { type FolderProject, folderProject } from './simulator/folder-project.js';
import { newProcess } from './simulator/simulated-process.js';
import { SimulatedSubject } from './simulator/simulated-subject.js';
import { Simulator } from './simulator/simulator.js';
import type { CheckedCoverage, ScenarioFailure, ScenarioFinding, ScenarioResult, TestReport } from './test-report.js';

type ReadFile = Extract<ReadScenarios, { file: unknown }>;

/** {@link testSubProject}, which loads this file when it is called. */
export async function runScenarios(folder: FolderToTest): Promise<TestReport> {
  const { valid, errors: configurationErrors } = await createDocumentValidator()(folder.document, folder.files);
  if (valid === undefined) return { passed: false, configurationErrors, errors: [], results: [], coverage: [] };
  const project = await folderProject(valid);
  const { files, errors } = readAll(folder.scenarios, project);
  const coverage = new Coverage();
  const results: ScenarioResult[] = [];
  for (const [name, read] of files) {
    for (const [index, scenario] of read.file.scenarios.entries()) {
      if (!isWanted(folder.only, name, scenario)) continue;
      const trace = folder.trace === true && results.length === 0;
      results.push(await runOne(project, coverage, { name, read, index, trace }));
    }
  }
  const isWhole = folder.only === undefined && errors.length === 0;
  const checked = withThresholds(coverage, project, files, isWhole, folder.coverage);
  const passed =
    errors.length === 0 &&
    results.every(({ outcome }) => outcome !== 'failed') &&
    checked.every(({ percent, threshold }) => threshold === undefined || percent >= threshold);
  return { passed, configurationErrors: [], errors, results, coverage: checked };
}

function readAll(texts: Readonly<Record<string, string>>, project: FolderProject) {
  const files = new Map<string, ReadFile>();
  const errors: ScenarioFinding[] = [];
  const known = {
    workflows: new Set(project.subProject.workflows.map(({ key }) => key)),
    models: project.models.diagrams().map(({ model }) => model),
  };
  for (const [file, text] of Object.entries(texts)) {
    const read = readScenarios(text);
    const findings =
      'findings' in read
        ? read.findings
        : checkNames(read.file, known).map((finding) => ({ ...finding, ...read.placeOf(finding.path) }));
    errors.push(...findings.map((finding) => ({ ...finding, file })));
    if ('file' in read && findings.length === 0) files.set(file, read);
  }
  return { files, errors };
}

function isWanted(only: string | undefined, file: string, scenario: Scenario): boolean {
  if (only === undefined) return true;
  const wanted = only.toLowerCase();
  return `${file} ${scenario.name}`.toLowerCase().includes(wanted);
}

interface Located {
  readonly name: string;
  readonly read: ReadFile;
  readonly index: number;
  readonly trace: boolean;
}

async function runOne(
  project: FolderProject,
  coverage: Coverage,
  { name, read, index, trace }: Located,
): Promise<ScenarioResult> {
  const scenario = read.file.scenarios[index];
  if (scenario === undefined) throw new Error(`${name} has no scenario ${index}`);
  const whole = wholeScenario(read.file, scenario);
  const path = ['scenarios', index];
  const { line = 1 } = read.placeOf(pointerOf(path)) ?? {};
  const common = { file: name, line, name: scenario.name, workflow: whole.workflow };
  if (scenario.skip !== undefined) return { ...common, outcome: 'skipped', skipped: scenario.skip, durationMs: 0 };
  const begun = performance.now();
  const { failure, simulator } = await attempt(project, coverage, whole);
  const durationMs = Math.round(performance.now() - begun);
  const after = trace && simulator !== undefined ? stateAfter(simulator) : undefined;
  const rest = { durationMs, ...(after === undefined ? {} : { after }) };
  if (failure === undefined) return { ...common, outcome: 'passed', ...rest };
  return { ...common, outcome: 'failed', failure: located(failure, path, read), ...rest };
}

async function attempt(
  project: FolderProject,
  coverage: Coverage,
  scenario: ReturnType<typeof wholeScenario>,
): Promise<{ readonly failure: Failure | undefined; readonly simulator?: Simulator }> {
  let simulator: Simulator;
  try {
    const now = instantOf(scenario.now);
    const process = newProcess(project.subProject, scenario.process, now);
    simulator = new Simulator(project, { now, process, mocks: scenario.mocks });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { failure: { at: ['process'], step: 0, action: 'start', problem, mismatches: [], path: [], waits: [] } };
  }
  const failure = await runScenario(new SimulatedSubject(simulator), scenario);
  for (const run of simulator.runs) coverage.add(run, project.models);
  return { failure, simulator };
}

function located(failure: Failure, path: readonly (string | number)[], read: ReadFile): ScenarioFailure {
  const { at, mismatches, ...rest } = failure;
  const { line = 1, column = 1 } = read.placeOf(pointerOf([...path, ...at])) ?? {};
  return { ...rest, line, column, mismatches: mismatches.map(({ what, expected, got }) => ({ what, expected, got })) };
}

/** A file's threshold holds for the diagram of its workflow, the one of the command for every diagram without. */
function withThresholds(
  coverage: Coverage,
  project: FolderProject,
  files: ReadonlyMap<string, ReadFile>,
  isWhole: boolean,
  general: number | undefined,
): readonly CheckedCoverage[] {
  const own = new Map<unknown, number>();
  for (const { file } of files.values()) {
    const definition = file.workflow === undefined ? undefined : project.workflow(file.workflow)?.definitionId;
    if (file.coverage === undefined || definition === undefined) continue;
    const { model } = project.models.diagramOf(definition);
    own.set(model, Math.max(file.coverage, own.get(model) ?? 0));
  }
  const diagrams = project.models.diagrams();
  return coverage.of(diagrams).map((one, index) => {
    const threshold = own.get(diagrams[index]?.model) ?? general;
    return isWhole && threshold !== undefined ? { ...one, threshold } : one;
  });
}
