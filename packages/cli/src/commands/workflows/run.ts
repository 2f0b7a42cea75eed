import type { Command } from 'commander';
import { type PagingOptions, pageOf, wholeNumber, withPaging } from '../../arguments/paging.js';
import { parseValues, readValues, variablesFile } from '../../arguments/values.js';
import { drawRun, openWork } from '../../diagram/run-view.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findProcess, findWorkflow, stageOf } from '../../session/work-lookup.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';
import { addRunRepair } from './run-repair.js';

/** `run execute|resume|list|show|cancel|retry|check|migrate|modify` */
export function addRun(program: Command, io: Io): void {
  const run = program.command('run').helpGroup('Work:').description('runs of workflows');
  addExecute(run, io);
  addResume(run, io);
  addList(run, io);
  addShow(run, io);
  addCancel(run, io);
  addRetry(run, io);
  addRunRepair(run, io);
}

interface ExecuteOptions {
  readonly stage?: string;
  readonly from?: string;
}

function addExecute(run: Command, io: Io): void {
  run
    .command('execute')
    .description('execute a workflow on a process')
    .argument('<workflow>', 'id or name')
    .argument('<process>', 'process id or business key')
    .argument('[values...]', 'members of otherDetails: name=text or name:=json')
    .option('--stage <key>', 'stage where the workflow is configured. Default: the stage of the process')
    .option(
      '--from <file>',
      'JSON object of otherDetails, "-" for standard input; values on the command line take precedence',
    )
    .addHelpText(
      'after',
      examples(
        'millrace run execute "Manager approval" 01980c4e-…',
        'millrace run execute "Auto-classify" 01980c4e-… reason=import limit:=10000',
      ),
    )
    .action(async (workflow: string, wanted: string, values: string[], options: ExecuteOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const otherDetails = await readValues(io, values, options.from);
      const id = await subProjectId();
      const processId = await findProcess(client, id, wanted);
      const [workflowId, stageKey] = await Promise.all([
        findWorkflow(client, id, workflow),
        options.stage ?? stageOf(client, id, processId),
      ]);
      const answer = await client.executeWorkflow({
        subProjectId: id,
        processId,
        stageKey,
        workflowId,
        otherDetails,
      });
      await output.done(`Run ${answer.runId.id} is ${answer.runId.state}`, answer);
    });
}

interface ResumeOptions {
  readonly approve?: boolean;
  readonly reject?: boolean;
  readonly task?: string;
  readonly from?: string;
}

function addResume(run: Command, io: Io): void {
  run
    .command('resume')
    .description('complete the open task of a paused run with a decision')
    .argument('<run>', 'run id')
    .argument('[values...]', 'variables of the run: name=text or name:=json')
    .option('--approve', 'approve')
    .option('--reject', 'reject')
    .option('--task <id>', 'open task to complete. Default: the oldest')
    .addOption(variablesFile())
    .addHelpText(
      'after',
      examples(
        'millrace run resume 01980c50-… --approve',
        "millrace run resume 01980c50-… --reject reason='no order number'",
      ),
    )
    .action(async (runId: string, values: string[], options: ResumeOptions, command: Command) => {
      if ((options.approve === true) === (options.reject === true)) {
        throw new CommandError('Add either --approve or --reject.');
      }
      const { client, output, subProjectId } = await openSession(io, command);
      const payload = await readValues(io, values, options.from);
      const answer = await client.resumeWorkflowRunsApi({
        subProjectId: await subProjectId(),
        runId,
        approved: options.approve === true,
        taskId: options.task,
        payload,
      });
      await output.done(`Run ${answer.runId.id} is ${answer.runId.state}`, answer);
    });
}

interface ListOptions extends PagingOptions {
  readonly process?: string;
  readonly workflow?: string;
  readonly stage?: string;
  readonly state?: string;
  readonly withIncident?: boolean;
  readonly incidentKind?: string;
  readonly at?: string;
  readonly workflowVersion?: string;
  readonly since?: string;
  readonly until?: string;
}

function addList(run: Command, io: Io): void {
  withPaging(run.command('list'))
    .description('list runs, newest first')
    .option('--process <id or key>', 'only runs on this process')
    .option('--workflow <id or name>', 'only runs of this workflow')
    .option('--stage <key>', 'only runs started on this stage')
    .option('--state <states>', 'only runs in these states, comma-separated: RACING, PAUSED, COMPLETED, …')
    .option('--with-incident', 'only runs with an open incident')
    .option(
      '--incident-kind <kinds>',
      'only runs with an open incident of these kinds, comma-separated: job, expression, …',
    )
    .option('--at <element>', 'only runs with a token at this element of the diagram; needs --workflow')
    .option('--workflow-version <number>', 'only runs that follow this version; needs --workflow')
    .option('--since <time>', 'only runs started at this time or later, as 2026-01-31T09:30:00Z or 2026-01-31')
    .option('--until <time>', 'only runs started before this time')
    .addHelpText(
      'after',
      examples(
        'millrace run list',
        'millrace run list --workflow "Manager approval" --per-page 100',
        'millrace run list --state FAILED --since 2026-01-31',
        'millrace run list --workflow "Manager approval" --at Task_Approve',
      ),
    )
    .action(async (options: ListOptions, command: Command) => {
      const session = await openSession(io, command);
      const { client, output } = session;
      const subProjectId = await session.subProjectId();
      const { workflows } = await client.getWorkflows({ subProjectId });
      const names = new Map(workflows.map(({ id, name }) => [id, name]));
      const answer = await client.getWorkflowRuns({
        ...pageOf(options),
        subProjectId,
        processId: await findProcess(client, subProjectId, options.process),
        workflowId: options.workflow && (await findWorkflow(client, subProjectId, options.workflow)),
        stageKey: options.stage,
        state: options.state,
        hasIncident: options.withIncident === true ? 'true' : undefined,
        incidentKind: options.incidentKind,
        activeElement: options.at,
        version: options.workflowVersion,
        createdFrom: options.since,
        createdTo: options.until,
        include: 'meta,stageKey',
      });
      await output.page(
        [
          ['ID', 'id'],
          ['STATE', 'state'],
          ['WORKFLOW', ({ workflowId }) => names.get(workflowId) ?? workflowId],
          ['PROCESS', 'processId'],
          ['CREATED', ({ createdTs }) => shortTime(createdTs)],
        ],
        answer.runs,
        answer,
        'No run matches.',
      );
    });
}

function addShow(run: Command, io: Io): void {
  run
    .command('show')
    .description('draw the diagram of a run, and show its decisions, tasks, jobs, timers, incidents and variables')
    .argument('<run>', 'run id')
    .addHelpText(
      'after',
      `
Signs: ✓ done   ● active   ✗ incident   ⊘ cancelled   ↪ continues at that element, which is drawn elsewhere
${examples('millrace run show 01980c50-…', 'millrace run show 01980c50-… --json')}`,
    )
    .action(async (runId: string, _options, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const [answer, { workflows }] = await Promise.all([
        client.getWorkflowRun({ subProjectId: id, runId }),
        client.getWorkflows({ subProjectId: id }),
      ]);
      const { run: found, detail } = answer;
      const name = workflows.find((workflow) => workflow.id === found.workflowId)?.name ?? found.workflowId;
      await output.record(
        [
          ['run', found.id],
          ['state', found.state],
          ['workflow', `${name}, version ${detail.workflowVersion}`],
          ['process', found.processId],
          ['created', shortTime(found.createdTs)],
          ['updated', shortTime(found.updatedTs)],
        ],
        answer,
      );
      if (output.isJson) return;
      await output.text(`\n${await drawRun(client, id, answer, io.columns)}`);
      await output.text(openWork(detail, io.columns));
    });
}

function addCancel(run: Command, io: Io): void {
  run
    .command('cancel')
    .description('end a run with its open tasks, jobs and timers')
    .argument('<run>', 'run id')
    .option('--reason <text>', 'saved in the audit log')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples("millrace run cancel 01980c50-… --reason 'started twice'"))
    .action(async (runId: string, options: { readonly reason?: string; readonly yes?: boolean }, command: Command) => {
      const { client, output, confirm, subProjectId } = await openSession(io, command);
      await confirm(`Cancel run ${runId}?`, options.yes);
      const answer = await client.cancelWorkflowRun({
        subProjectId: await subProjectId(),
        runId,
        reason: options.reason,
      });
      await output.done(`Run ${answer.runId.id} is ${answer.runId.state}`, answer);
    });
}

interface RetryOptions {
  readonly incident?: string;
  readonly retries?: number;
}

function addRetry(run: Command, io: Io): void {
  run
    .command('retry')
    .description('retry the incidents of a run')
    .argument('<run>', 'run id')
    .argument('[values...]', 'variables to set first: name=text or name:=json')
    .option('--incident <id>', 'only this incident. Default: all open incidents of the run')
    .option('--retries <number>', 'attempts for the job', wholeNumber(1, 1000))
    .addHelpText(
      'after',
      examples('millrace run retry 01980c50-…', 'millrace run retry 01980c50-… --retries 3 limit:=500'),
    )
    .action(async (runId: string, values: string[], options: RetryOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const incidentIds = options.incident === undefined ? await openIncidents() : [options.incident];
      const variables = values.length === 0 ? undefined : parseValues(values);
      const answers = [];
      for (const incidentId of incidentIds) {
        const retries = options.retries;
        answers.push(await client.retryIncident({ subProjectId: id, runId, incidentId, retries, variables }));
      }
      const state = answers.at(-1)?.runId.state;
      const count = incidentIds.length === 1 ? 'One incident' : `${incidentIds.length} incidents`;
      await output.done(`${count} retried; run ${runId} is ${state}`, { runId: { id: runId, state }, incidentIds });

      async function openIncidents(): Promise<readonly string[]> {
        const { detail } = await client.getWorkflowRun({ subProjectId: id, runId });
        const open = detail.incidents.filter(({ resolvedTs }) => resolvedTs === null);
        if (open.length === 0) throw new CommandError(`Run ${runId} has no open incident.`, exitCodes.conflict);
        return open.map((incident) => incident.id);
      }
    });
}
