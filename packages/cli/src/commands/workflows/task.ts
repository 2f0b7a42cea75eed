import { type Command, Option } from 'commander';
import { type PagingOptions, pageOf, tellMore, withPaging } from '../../arguments/paging.js';
import { readValues } from '../../arguments/values.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findOpenTask, findProcess } from '../../session/work-lookup.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

/** `task list|handover|claim|release|approve|reject` */
export function addTask(program: Command, io: Io): void {
  const task = program.command('task').helpGroup('Work:').description('human tasks of paused runs');
  addList(task, io);
  addHandover(task, io);
  addHolding(task, io);
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
}

function addHandover(task: Command, io: Io): void {
  withPaging(task.command('handover'))
    .description('list open tasks of people who are disabled: somebody else has to take them over')
    .addHelpText('after', examples('millrace task handover'))
    .action(async (options: PagingOptions, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = await session.subProjectId();
      const answer = await session.client.getHandover({ ...pageOf(options), subProjectId });
      await session.output.list(
        [
          { title: 'TASK', value: ({ task: { id } }) => id },
          { title: 'NAME', value: ({ task: { name } }) => name },
          { title: 'RUN', value: ({ task: { runId } }) => runId },
          { title: 'PERSON', value: ({ person: { name } }) => name },
        ],
        answer.tasks,
        answer,
        'No task is assigned to somebody who is disabled.',
      );
      tellMore(session, answer.meta);
    });
}

interface ListOptions extends PagingOptions {
  readonly view?: 'mine' | 'claimable' | 'all';
  readonly state?: 'OPEN' | 'COMPLETED' | 'CANCELLED';
  readonly run?: string;
  readonly process?: string;
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
    .addHelpText('after', examples('millrace task list --view claimable', 'millrace task list --state COMPLETED'))
    .action(async (options: ListOptions, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = await session.subProjectId();
      const answer = await session.client.getTasks({
        ...pageOf(options),
        subProjectId,
        view: options.view,
        state: options.state,
        runId: options.run,
        processId: await findProcess(session.client, subProjectId, options.process),
      });
      await session.output.list(
        [
          { title: 'ID', value: ({ id }) => id },
          { title: 'NAME', value: ({ name }) => name },
          { title: 'PRIORITY', value: ({ priority }) => String(priority), align: 'right' },
          { title: 'ASSIGNEE', value: ({ assignee }) => assignee ?? '-' },
          { title: 'PROCESS', value: ({ processId }) => processId },
          { title: 'CREATED', value: ({ createdTs }) => shortTime(createdTs) },
          { title: 'DUE', value: ({ dueTs }) => shortTime(dueTs) },
        ],
        answer.tasks,
        answer,
        'No task matches.',
      );
      tellMore(session, answer.meta);
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
}

function addDecision(task: Command, io: Io, { name, approved, example }: Decision): void {
  task
    .command(name)
    .description(`${name} a task: completes it, and its run continues`)
    .argument('<task>', 'task id')
    .argument('[values...]', 'variables of the run: name=text or name:=json')
    .option('--run <id>', 'run of the task. Default: it is looked up')
    .option(
      '--from <file>',
      'JSON object of variables, "-" for standard input; values on the command line take precedence',
    )
    .addHelpText('after', examples(`millrace task ${name} 01980c51-…`, example))
    .action(async (taskId: string, values: string[], options: DecisionOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const payload = await readValues(io, values, options.from);
      const id = await subProjectId();
      const runId = options.run ?? (await findOpenTask(client, id, taskId)).runId;
      const answer = await client.resumeWorkflowRunsApi({ subProjectId: id, runId, taskId, approved, payload });
      await output.done(
        `Task ${taskId} ${approved ? 'approved' : 'rejected'}; run ${answer.runId.id} is ${answer.runId.state}`,
        answer,
      );
    });
}
