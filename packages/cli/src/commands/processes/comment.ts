import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findProcess } from '../../session/work-lookup.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

/** `comment list|add|edit|delete` */
export function addComment(program: Command, io: Io): void {
  const comment = program.command('comment').helpGroup('Work:').description('comments on processes');
  addList(comment, io);
  addAdd(comment, io);

  comment
    .command('edit')
    .description('change the text of a comment of yours')
    .argument('<comment>', 'id of the comment')
    .argument('<text>', 'the new text')
    .addHelpText('after', examples("millrace comment edit 01980c4e-… 'The order is not known.'"))
    .action(async (commentId: string, body: string, _options: object, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.updateComment({ subProjectId: await subProjectId(), commentId, body });
      await output.done(answer.message, answer);
    });

  comment
    .command('delete')
    .description('delete a comment of yours with its earlier texts')
    .argument('<comment>', 'id of the comment')
    .addHelpText('after', examples('millrace comment delete 01980c4e-…'))
    .action(async (commentId: string, _options: object, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.deleteComment({ subProjectId: await subProjectId(), commentId });
      await output.done(answer.message, answer);
    });
}

interface ListOptions {
  readonly perPage: string;
  readonly after?: string;
}

function addList(comment: Command, io: Io): void {
  comment
    .command('list')
    .description('list the comments on a process, newest first')
    .argument('<process>', 'id or business key of the process')
    .option('--per-page <count>', 'how many', '50')
    .option('--after <position>', 'the `next` of the page before (see --json)')
    .addHelpText('after', examples('millrace comment list 01980c4e-…'))
    .action(async (process: string, { perPage, after }: ListOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const processId = await findProcess(client, id, process);
      const answer = await client.getComments({ subProjectId: id, processId, perPageCount: perPage, after });
      const { names } = answer;
      await output.list(
        [
          ['ID', 'id'],
          ['WRITTEN', ({ createdTs }) => shortTime(createdTs)],
          ['BY', ({ authorId }) => names[authorId] ?? authorId],
          ['TEXT', ({ body }) => body ?? '(deleted)'],
        ],
        answer.comments,
        answer,
        'There are no comments.',
      );
    });
}

interface AddOptions {
  readonly task?: string;
  readonly run?: string;
  readonly replyTo?: string;
  readonly file?: string[];
}

function addAdd(comment: Command, io: Io): void {
  comment
    .command('add')
    .description('comment on a process')
    .argument('<process>', 'id or business key of the process')
    .argument('<text>', 'the text; @[user-id] mentions a user')
    .option('--task <id>', 'the task that the comment is about')
    .option('--run <id>', 'the run that the comment is about')
    .option('--reply-to <comment>', 'the comment that it replies to')
    .option('--file <id...>', 'files that belong to the comment')
    .addHelpText('after', examples("millrace comment add 01980c4e-… 'The order is known.'"))
    .action(async (process: string, body: string, options: AddOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const answer = await client.addComment({
        subProjectId: id,
        processId: await findProcess(client, id, process),
        body,
        taskId: options.task,
        runId: options.run,
        parentId: options.replyTo,
        fileIds: options.file,
      });
      await output.done(`Added comment ${answer.id}`, answer);
    });
}
