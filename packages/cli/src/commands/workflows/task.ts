import { type Command, Option } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { readValues, variablesFile } from '../../arguments/values.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findOpenTask, findProcess } from '../../session/work-lookup.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';
import { addArranging, addShow } from './task-arrange.js';
import { addVotes } from './task-votes.js';

/** `task list|inbox|show|handover|claim|release|assign|update|approve|reject|vote|votes|explain` */
export function addTask(program: Command, io: Io): void {
  const task = program.command('task').helpGroup('Work:').description('human tasks of paused runs');
  addList(task, io);
  addInbox(task, io);
  addHandover(task, io);
  addShow(task, io);
  addHolding(task, io);
  addArranging(task, io);
  addDecision(task, io, {
    name: 'approve',
    approved: true,
    example: 'millrace task approve 01980c51-… comment=checked',
  });
  addDecision(task, io, {
    name: 'reject',
    approved: false,
    example: "millrace task reject 01980c51-… reason='no order number'",
  });
  addVotes(task, io);
}

function addHandover(task: Command, io: Io): void {
  withPaging(task.command('handover'))
    .description('list open tasks of people who are disabled: somebody else has to take them over')
    .addHelpText('after', examples('millrace task handover'))
    .action(async (options: PagingOptions, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = await session.subProjectId();
      const answer = await session.client.getHandover({ ...pageOf(options), subProjectId });
      await session.output.page(
        [
          ['TASK', ({ task: { id } }) => id],
          ['NAME', ({ task: { name } }) => name],
          ['RUN', ({ task: { runId } }) => runId],
          ['PERSON', ({ person: { name } }) => name],
        ],
        answer.tasks,
        answer,
        'No task is assigned to somebody who is disabled.',
      );
    });
}

interface ListOptions extends PagingOptions {
  readonly view?: 'mine' | 'claimable' | 'all';
  readonly state?: 'OPEN' | 'COMPLETED' | 'CANCELLED';
  readonly run?: string;
  readonly process?: string;
  readonly filter?: string;
  readonly sort?: string;
}

function addList(task: Command, io: Io): void {
  withPaging(task.command('list'))
    .description('list tasks, by priority and age')
    .addOption(
      new Option(
        '--view <view>',
        'mine: assigned to you; claimable: you may claim them; all: you may see them',
      ).choices(['mine', 'claimable', 'all']),
    )
    .addOption(
      new Option('--state <state>', 'state of the tasks. Default: OPEN').choices(['OPEN', 'COMPLETED', 'CANCELLED']),
    )
    .option('--run <id>', 'only tasks of this run')
    .option('--process <id or key>', 'only tasks of runs on this process')
    .option('--filter <json>', 'by clocks, e.g. \'{"sla.answer.state":"BREACHED"}\'')
    .option('--sort <key>', 'sla.<key>.dueTs of a clock, "-" before it for descending order')
    .addHelpText(
      'after',
      examples(
        'millrace task list --view claimable',
        'millrace task list --state COMPLETED',
        'millrace task list --sort sla.approve.dueTs',
      ),
    )
    .action(async (options: ListOptions, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = await session.subProjectId();
      const answer = await session.client.getTasks({
        ...pageOf(options),
        subProjectId,
        view: options.view,
        state: options.state,
        filters: options.filter,
        sort: options.sort,
        runId: options.run,
        processId: await findProcess(session.client, subProjectId, options.process),
      });
      await session.output.page(
        [
          ['ID', 'id'],
          ['NAME', 'name'],
          ['PRIORITY', 'priority', 'right'],
          ['ASSIGNEE', ({ assignee }) => assignee ?? '-'],
          ['PROCESS', 'processId'],
          ['CREATED', ({ createdTs }) => shortTime(createdTs)],
          ['DUE', ({ dueTs }) => shortTime(dueTs)],
        ],
        answer.tasks,
        answer,
        'No task matches.',
      );
    });
}

interface InboxOptions {
  readonly view?: string;
  readonly sort?: string;
  readonly text?: string;
  readonly limit?: string;
}

function addInbox(task: Command, io: Io): void {
  task
    .command('inbox')
    .description('list your tasks of all sub-projects')
    .addOption(
      new Option(
        '--view <view>',
        'mine: assigned to you; team: you may claim them; done: you completed them. Default: mine',
      ).choices(['mine', 'team', 'done']),
    )
    .addOption(new Option('--sort <order>', 'Default: due').choices(['due', 'priority', 'created', '-created']))
    .option('--text <text>', 'only tasks whose name contains this text')
    .option('--limit <count>', 'tasks at most, 1 to 100. Default: 25')
    .addHelpText('after', examples('millrace task inbox', 'millrace task inbox --view team --sort priority'))
    .action(async (options: InboxOptions, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.getInbox({ ...options });
      await output.list(
        [
          ['ID', ({ task: { id } }) => id],
          ['NAME', ({ task: { name } }) => name],
          ['ABOUT', ({ process }) => process?.title ?? '-'],
          ['SUB-PROJECT', ({ subProject: { name } }) => name],
          ['PRIORITY', ({ task: { priority } }) => String(priority), 'right'],
          ['DUE', ({ task: { dueTs } }) => shortTime(dueTs)],
        ],
        answer.tasks,
        answer,
        'No task matches.',
      );
    });
}

function addHolding(task: Command, io: Io): void {
  task
    .command('claim')
    .description('become the assignee of an open task that you are a candidate of')
    .argument('<task>', 'task id')
    .addHelpText('after', examples('millrace task claim 01980c51-…'))
    .action(async (taskId: string, _options, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.claimTask({ subProjectId: await subProjectId(), taskId });
      await output.done(`Task ${answer.task.id} "${answer.task.name}" is assigned to you`, answer);
    });

  task
    .command('release')
    .description('return a claimed task to its candidates')
    .argument('<task>', 'task id')
    .addHelpText('after', examples('millrace task release 01980c51-…'))
    .action(async (taskId: string, _options, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.releaseTask({ subProjectId: await subProjectId(), taskId });
      await output.done(`Task ${answer.task.id} "${answer.task.name}" can be claimed again`, answer);
    });
}

interface Decision {
  readonly name: 'approve' | 'reject';
  readonly approved: boolean;
  readonly example: string;
}

interface DecisionOptions {
  readonly run?: string;
  readonly from?: string;
  readonly comment?: string;
}

function addDecision(task: Command, io: Io, { name, approved, example }: Decision): void {
  task
    .command(name)
    .description(`${name} a task: completes it, and its run continues`)
    .argument('<task>', 'task id')
    .argument('[values...]', 'variables of the run: name=text or name:=json')
    .option('--run <id>', 'run of the task. Default: it is looked up')
    .option('--comment <text>', 'kept with the decision')
    .addOption(variablesFile())
    .addHelpText('after', examples(`millrace task ${name} 01980c51-…`, example))
    .action(async (taskId: string, values: string[], options: DecisionOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const payload = await readValues(io, values, options.from);
      const id = await subProjectId();
      const runId = options.run ?? (await findOpenTask(client, id, taskId)).runId;
      const answer = await client.resumeWorkflowRunsApi({
        subProjectId: id,
        runId,
        taskId,
        approved,
        payload,
        comment: options.comment,
      });
      await output.done(
        `Task ${taskId} ${approved ? 'approved' : 'rejected'}; run ${answer.runId.id} is ${answer.runId.state}`,
        answer,
      );
    });
}
