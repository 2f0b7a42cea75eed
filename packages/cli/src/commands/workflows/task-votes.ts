import { Argument, type Command } from 'commander';
import { readValues, variablesFile } from '../../arguments/values.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

const outcomes = { approve: 'approve', reject: 'reject', 'request-changes': 'requestChanges' } as const;

interface VoteOptions {
  readonly reason?: string;
  readonly file?: readonly string[];
  readonly from?: string;
  readonly for?: string;
}

/** `task vote|votes|explain` */
export function addVotes(task: Command, io: Io): void {
  addVote(task, io);
  addStatus(task, io);
  addExplain(task, io);
}

function addVote(task: Command, io: Io): void {
  task
    .command('vote')
    .description('vote on a task that several persons decide')
    .argument('<task>', 'task id')
    .addArgument(new Argument('<outcome>', 'what you say').choices(Object.keys(outcomes)))
    .argument('[values...]', 'variables of the run: name=text or name:=json')
    .option('--reason <text>', 'why; with request-changes what has to change')
    .option('--file <id...>', 'files of the process that belong to the vote')
    .option('--for <id>', 'user id of the person whose substitute you are')
    .addOption(variablesFile())
    .addHelpText(
      'after',
      examples(
        'millrace task vote 01980c51-… approve',
        "millrace task vote 01980c51-… request-changes --reason 'the offer is missing'",
      ),
    )
    .action(
      async (
        taskId: string,
        outcome: keyof typeof outcomes,
        values: string[],
        options: VoteOptions,
        command: Command,
      ) => {
        const { client, output, subProjectId } = await openSession(io, command);
        const payload = await readValues(io, values, options.from);
        const answer = await client.castVote({
          subProjectId: await subProjectId(),
          taskId,
          outcome: outcomes[outcome],
          payload,
          reason: options.reason,
          onBehalfOf: options.for,
          fileIds: options.file === undefined ? undefined : [...options.file],
        });
        const { result, approvals, quorum, rejections, runId } = answer;
        const counts = `${approvals} of ${quorum} approvals, ${rejections} rejections`;
        await output.done(
          `Your vote counts: ${counts}; the task is ${result}; run ${runId.id} is ${runId.state}`,
          answer,
        );
      },
    );
}

function addStatus(task: Command, io: Io): void {
  task
    .command('votes')
    .description('show the votes on a task, what is still needed and who can vote')
    .argument('<task>', 'task id')
    .addHelpText('after', examples('millrace task votes 01980c51-…'))
    .action(async (taskId: string, _options, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.getApprovalStatus({ subProjectId: await subProjectId(), taskId });
      const { task: shown, needed, reachable, canVote, excluded, names } = answer;
      const { approvals = 0, rejections = 0, quorum = 0, votes = [] } = shown.approval ?? {};
      await output.record(
        [
          ['task', `${shown.name} (${shown.state})`],
          ['votes', `${approvals} of ${quorum} approvals, ${rejections} rejections`],
          ['still needed', reachable ? String(needed) : `${needed}, more than can vote`],
          ...votes.map(
            ({ by, onBehalfOf, outcome, reason, createdTs }) =>
              [
                'vote',
                `${names[by] ?? by}${onBehalfOf === undefined ? '' : ` for ${names[onBehalfOf] ?? onBehalfOf}`}: ${outcome}, ${shortTime(createdTs)}${reason === undefined ? '' : `: ${reason}`}`,
              ] as const,
          ),
          ['can vote', canVote.map(({ name }) => name).join(', ') || '-'],
          ...excluded.map(({ reasons }) => ['may not vote', reasons.map(({ text }) => text).join(' ')] as const),
        ],
        answer,
      );
    });
}

function addExplain(task: Command, io: Io): void {
  task
    .command('explain')
    .description('tell whether somebody may vote on a task, and why not')
    .argument('<task>', 'task id')
    .option('--user <id>', 'user id. Default: you')
    .addHelpText('after', examples('millrace task explain 01980c51-…'))
    .action(async (taskId: string, { user }: { readonly user?: string }, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.explainApproval({ subProjectId: await subProjectId(), taskId, userId: user });
      await output.record(
        [
          ['person', answer.user.name],
          ['may vote', answer.mayVote ? 'yes' : 'no'],
          ...answer.reasons.map(({ text }) => ['because', text] as const),
          ...answer.onBehalfOf.map(({ name }) => ['may vote for', name] as const),
        ],
        answer,
      );
    });
}
