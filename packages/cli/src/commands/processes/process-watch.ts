import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findProcess } from '../../session/work-lookup.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

/** `process watch|unwatch|watchers` */
export function addProcessWatch(process: Command, io: Io): void {
  for (const [name, description] of [
    ['watch', 'be told of comments and decisions on a process'],
    ['unwatch', 'no longer watch a process'],
  ] as const) {
    process
      .command(name)
      .description(description)
      .argument('<process>', 'id or business key of the process')
      .addHelpText('after', examples(`millrace process ${name} 01980c4e-…`))
      .action(async (which: string, _options: object, command: Command) => {
        const { client, output, subProjectId } = await openSession(io, command);
        const id = await subProjectId();
        const target = { subProjectId: id, processId: await findProcess(client, id, which) };
        const answer = await (name === 'watch' ? client.watchProcess(target) : client.unwatchProcess(target));
        await output.done(answer.message, answer);
      });
  }

  process
    .command('watchers')
    .description('list who watches a process')
    .argument('<process>', 'id or business key of the process')
    .addHelpText('after', examples('millrace process watchers 01980c4e-…'))
    .action(async (which: string, _options: object, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const answer = await client.getWatchers({ subProjectId: id, processId: await findProcess(client, id, which) });
      const { names } = answer;
      await output.list(
        [
          ['USER', ({ userId }) => names[userId] ?? userId],
          ['BECAUSE', 'reason'],
          ['SINCE', ({ sinceTs }) => shortTime(sinceTs)],
        ],
        answer.watchers,
        answer,
        'Nobody watches it.',
      );
    });
}
