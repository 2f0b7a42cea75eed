import type { ExecutableModel } from '../model/executable-model.js';
import { compileProcess } from './compile-process.js';
import { globalTaskTypes } from './graph/layout.js';
import type { DeployReport } from './report/deploy-report.js';
import { Findings } from './report/findings.js';
import { reportProblem } from './report/report-problem.js';
import { children, flag, parseXml, text, type Xml } from './xml/moddle.js';
import { refuseText } from './xml/refuse-text.js';

/** One model for each executable process, and the report. There are no models when the report has errors. */
export type CompileResult = { readonly models: readonly ExecutableModel[]; readonly report: DeployReport };

const globalTasks: ReadonlySet<string> = new Set(globalTaskTypes.map((type) => `bpmn:${type}`));
const CHOREOGRAPHIES = /^bpmn:(Choreography|GlobalChoreographyTask|GlobalConversation)$/;

/**
 * Compiles a BPMN 2.0 file (XML text) into one model for each executable process. Never throws on bad input: everything that is not
 * executed is an error of the report, with the element's id and the reason. The same text always gives the same models.
 */
export async function compile(xml: string): Promise<CompileResult> {
  const findings = new Findings();
  const refused = refuseText(xml);
  if (refused !== null) {
    findings.error(null, 'bad-xml', refused);
    return { models: [], report: findings.report() };
  }
  const { definitions, problems } = await parseXml(xml);
  for (const problem of problems) reportProblem(findings, problem);
  if (definitions === null || definitions.$type !== 'bpmn:Definitions') {
    if (!findings.failed) findings.error(null, 'bad-xml', 'the file contains no BPMN definitions');
    return { models: [], report: findings.report() };
  }
  const called = indexGlobalTasks(definitions);
  const models = selectProcesses(findings, definitions).flatMap((process) => {
    const model = compileProcess(findings, process, called);
    return model === null ? [] : [model];
  });
  const ids = models.map((model) => model.processId);
  for (const id of new Set(ids.filter((candidate, index) => ids.indexOf(candidate) !== index))) {
    findings.error(id, 'duplicate-id', 'two processes have this id');
  }
  return { models: findings.failed ? [] : models, report: findings.report() };
}

function indexGlobalTasks(definitions: Xml): ReadonlyMap<string, Xml> {
  const tasks = children(definitions, 'rootElements').filter(({ $type }) => globalTasks.has($type));
  return new Map(
    tasks.flatMap((task) => {
      const id = text(task, 'id');
      return id === null ? [] : [[id, task] as const];
    }),
  );
}

function selectProcesses(findings: Findings, definitions: Xml): readonly Xml[] {
  const executable: Xml[] = [];
  const others: Xml[] = [];
  for (const root of children(definitions, 'rootElements')) {
    if (root.$type === 'bpmn:Process') (flag(root, 'isExecutable') === true ? executable : others).push(root);
    else if (CHOREOGRAPHIES.test(root.$type)) {
      findings.error(text(root, 'id'), 'not-executed', `root elements of type ${root.$type.slice(5)} are not executed`);
    }
  }
  const [alone] = others;
  if (executable.length === 0 && others.length === 1 && alone !== undefined && flag(alone, 'isExecutable') === null) {
    findings.warn(
      text(alone, 'id'),
      'assumed-executable',
      'isExecutable is not set; the only process of the file is treated as executable',
    );
    return [alone];
  }
  for (const process of others) {
    const id = text(process, 'id');
    const message = `process ${id ?? '(without id)'} is not executable: set isExecutable`;
    if (executable.length === 0) findings.error(id, 'not-executable', message);
    else findings.ignore(id, 'not-executable', message);
  }
  if (executable.length + others.length === 0) findings.error(null, 'no-process', 'the file contains no process');
  return executable;
}
