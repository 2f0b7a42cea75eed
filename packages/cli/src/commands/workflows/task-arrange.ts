import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

/** `task show` */
export function addShow(task: Command, io: Io): void {
  task
    .command('show')
    .description('show a task with what a decision needs')
    .argument('<task>', 'task id')
    .addHelpText('after', examples('millrace task show 01980c51-…'))
    .action(async (taskId: string, _options, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.getTask({ subProjectId: await subProjectId(), taskId });
      const { title, workflow, why, decisions, files } = answer;
      const { name, assignee, dueTs, state } = answer.task;
      const nameOf = (id: string | null): string => (id === null ? '-' : (answer.names[id] ?? id));
      await output.record(
        [
          ['task', `${name} (${state})`],
          ['about', title],
          ['workflow', workflow.name],
          ['assignee', nameOf(assignee)],
          ['due', shortTime(dueTs)],
          ['why you', why.map(({ rule, group }) => group ?? rule).join(', ') || 'you may only see it'],
          ['files', files.map(({ fileName }) => fileName).join(', ') || '-'],
          ...decisions.map(
            ({ name: earlier, approved, by, comment }) =>
              [
                'decided before',
                `${earlier}: ${approved ? 'approved' : 'rejected'} by ${nameOf(by)}${comment === null ? '' : `: ${comment}`}`,
              ] as const,
          ),
        ],
        answer,
      );
    });
}

interface UpdateOptions {
  readonly due?: string;
  readonly followUp?: string;
  readonly priority?: string;
}

/** `task assign|update` */
export function addArranging(task: Command, io: Io): void {
  task
    .command('assign')
    .description('give an open task to somebody who can complete it')
    .argument('<task>', 'task id')
    .argument('<user>', 'user id')
    .option('--note <text>', 'why, for the audit log')
    .addHelpText('after', examples("millrace task assign 01980c51-… 01980a00-… --note 'away until Monday'"))
    .action(async (taskId: string, assignee: string, { note }: { readonly note?: string }, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.assignTask({ subProjectId: await subProjectId(), taskId, assignee, note });
      await output.done(`Task ${answer.task.id} "${answer.task.name}" is assigned to ${assignee}`, answer);
    });

  task
    .command('update')
    .description('change when an open task is due or to be followed up, or its priority')
    .argument('<task>', 'task id')
    .option('--due <time>', 'date-time, or "none"')
    .option('--follow-up <time>', 'date-time, or "none"')
    .option('--priority <number>', '0 to 100')
    .addHelpText('after', examples('millrace task update 01980c51-… --due 2026-05-01T12:00:00Z --priority 80'))
    .action(async (taskId: string, { due, followUp, priority }: UpdateOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.updateTask({
        subProjectId: await subProjectId(),
        taskId,
        dueTs: timeOf(due),
        followUpTs: timeOf(followUp),
        priority: priority === undefined ? undefined : Number(priority),
      });
      await output.done(`Task ${answer.task.id} "${answer.task.name}" is changed`, answer);
    });
}

const timeOf = (text: string | undefined): string | null | undefined => (text === 'none' ? null : text);
