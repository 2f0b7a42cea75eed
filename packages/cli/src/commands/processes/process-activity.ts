import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findProcess } from '../../session/work-lookup.js';
import type { Io } from '../../terminal/io.js';
import { shortTime, valueText } from '../../terminal/text.js';

/** `process activity` */
export function addProcessActivity(process: Command, io: Io): void {
  process
    .command('activity')
    .description('list what happened to a process, newest first: changes, comments, decisions, runs, files')
    .argument('<process>', 'id or business key of the process')
    .option('--kinds <kinds>', 'comma-separated: change, comment, decision, run, task, file')
    .option('--per-page <count>', 'how many, at most 200', '50')
    .option('--after <position>', 'the `next` of the page before (see --json)')
    .addHelpText('after', examples('millrace process activity 01980c4e-… --kinds change,comment'))
    .action(async (wanted: string, options: { kinds?: string; perPage: string; after?: string }, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const answer = await client.getProcessActivity({
        subProjectId: id,
        processId: await findProcess(client, id, wanted),
        kinds: options.kinds,
        perPageCount: options.perPage,
        after: options.after,
      });
      await output.list(
        [
          ['AT', ({ at }) => shortTime(at)],
          ['BY', ({ by }) => by.name],
          ['WHAT', 'action'],
          ['', textOf],
        ],
        answer.activity,
        answer,
        'Nothing has happened that you may see.',
      );
    });
}

type Entry = Awaited<
  ReturnType<Awaited<ReturnType<typeof openSession>>['client']['getProcessActivity']>
>['activity'][number];

function textOf({ changes, comment, decision, run, task, file }: Entry): string {
  if (comment !== undefined) return comment.body ?? '(deleted)';
  if (decision !== undefined)
    return `${decision.task ?? decision.taskId}: ${decision.approved ? 'approved' : 'rejected'}`;
  if (run !== undefined) return `${run.workflow ?? run.runId}${run.state === null ? '' : `: ${run.state}`}`;
  if (task !== undefined) return task.task ?? task.taskId;
  if (file !== undefined) return file.fileName ?? file.fileId;
  return (changes ?? []).map(({ name, after }) => `${name} = ${valueText(after)}`).join(', ');
}
