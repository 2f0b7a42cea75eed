import type { ResponseOf } from '@millrace/client';
import { type Command, Option } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findProcess } from '../../session/work-lookup.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

type Reason = ResponseOf<'getNotificationPreferences'>['reasons'][number]['reason'];
const reasons = Object.keys({
  assigned: true,
  mentioned: true,
  candidate: true,
  due: true,
  breached: true,
  incident: true,
  decided: true,
  commented: true,
} satisfies Record<Reason, true>);

/** `notification list|read|preferences|on|off|email|digest` */
export function addNotification(program: Command, io: Io): void {
  const notification = program
    .command('notification')
    .helpGroup('Work:')
    .description('what you are told of, in all your sub-projects');
  addList(notification, io);
  addRead(notification, io);

  notification
    .command('preferences')
    .description('show what you are told of')
    .addHelpText('after', examples('millrace notification preferences'))
    .action(async (_options: object, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.getNotificationPreferences({});
      await output.list(
        [
          ['REASON', 'reason'],
          ['IN THE LIST', ({ inbox }) => (inbox ? 'yes' : 'no')],
          ['E-MAIL', 'email'],
          ['BROWSERS', ({ push }) => (push ? 'yes' : 'no')],
        ],
        answer.reasons,
        answer,
        'There are no reasons.',
      );
    });
  addSwitch(notification, io, 'on', 'be told of something in the list, or by your browsers', true);
  addSwitch(notification, io, 'off', 'not be told of something in the list, or by your browsers', false);
  addEmail(notification, io);
}

function addList(notification: Command, io: Io): void {
  notification
    .command('list')
    .description('list what happened on processes, the newest first')
    .option('--unread', 'only what you have not read')
    .option('--limit <count>', 'how many, 1 to 100', '25')
    .option('--after <position>', 'the `next` of the page before (see --json)')
    .addHelpText('after', examples('millrace notification list --unread'))
    .action(
      async (
        options: { readonly unread?: boolean; readonly limit: string; readonly after?: string },
        command: Command,
      ) => {
        const { client, output } = await openSession(io, command);
        const { limit, after } = options;
        const unread = options.unread === true ? 'true' : undefined;
        const answer = await client.getNotifications({ unread, limit, after });
        await output.list(
          [
            ['PROCESS', ({ process }) => process.id],
            ['TITLE', ({ process }) => process.title],
            ['SUB-PROJECT', ({ subProject }) => subProject.name],
            [
              'WHY',
              (one) => one.reasons.map(({ reason, count }) => (count > 1 ? `${reason} (${count})` : reason)).join(', '),
            ],
            ['LAST', ({ lastTs }) => shortTime(lastTs)],
            ['READ', (one) => (one.unread ? 'no' : 'yes')],
          ],
          answer.notifications,
          answer,
          'There are no notifications.',
        );
      },
    );
}

function addRead(notification: Command, io: Io): void {
  notification
    .command('read')
    .description('mark the notifications about processes as read')
    .argument('[processes...]', 'ids or business keys of processes')
    .option('--all', 'all notifications in all sub-projects')
    .addHelpText('after', examples('millrace notification read 01980c4e-…', 'millrace notification read --all'))
    .action(async (processes: readonly string[], { all }: { readonly all?: boolean }, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      if (all === true) {
        let marked = 0;
        for (;;) {
          const answer = await client.markNotificationsRead({ all: true });
          marked += answer.marked;
          if (answer.marked === 0) break;
        }
        await output.done(`Marked ${marked} as read.`, { marked });
        return;
      }
      const id = await subProjectId();
      const notifications = [];
      for (const process of processes) {
        notifications.push({ subProjectId: id, processId: await findProcess(client, id, process) });
      }
      const answer = await client.markNotificationsRead({ notifications });
      await output.done(`Marked ${answer.marked} as read.`, answer);
    });
}

function addSwitch(notification: Command, io: Io, name: 'on' | 'off', description: string, isOn: boolean): void {
  notification
    .command(name)
    .description(description)
    .addOption(new Option('--reason <reason>', 'which reason').choices(reasons).makeOptionMandatory())
    .option('--browsers', 'the messages that your browsers show, in place of the list')
    .addHelpText(
      'after',
      examples(
        `millrace notification ${name} --reason commented`,
        `millrace notification ${name} --reason mentioned --browsers`,
      ),
    )
    .action(
      async (
        { reason, browsers = false }: { readonly reason: Reason; readonly browsers?: boolean },
        command: Command,
      ) => {
        const { client, output } = await openSession(io, command);
        const choice = browsers ? { reason, push: isOn } : { reason, inbox: isOn };
        const answer = await client.setNotificationPreferences({ reasons: [choice] });
        const by = browsers ? ' by your browsers' : '';
        await output.done(`You are ${isOn ? 'told' : 'not told'} of "${reason}"${by}.`, answer);
      },
    );
}

const emailChoices = ['now', 'digest', 'never'] as const;

function addEmail(notification: Command, io: Io): void {
  notification
    .command('email')
    .description('choose when an e-mail tells you of something')
    .addOption(new Option('--reason <reason>', 'which reason').choices(reasons).makeOptionMandatory())
    .addOption(
      new Option('--when <choice>', 'at once, in the daily e-mail, or never')
        .choices(emailChoices)
        .makeOptionMandatory(),
    )
    .addHelpText('after', examples('millrace notification email --reason commented --when never'))
    .action(
      async (
        { reason, when }: { readonly reason: Reason; readonly when: (typeof emailChoices)[number] },
        command: Command,
      ) => {
        const { client, output } = await openSession(io, command);
        const answer = await client.setNotificationPreferences({ reasons: [{ reason, email: when }] });
        await output.done(`E-mail of "${reason}": ${when}.`, answer);
      },
    );

  notification
    .command('digest')
    .description('choose when the daily e-mail is sent')
    .option('--at <time>', 'time of day, e.g. 07:30')
    .option('--time-zone <zone>', 'e.g. Europe/Berlin')
    .addHelpText('after', examples('millrace notification digest --at 07:30 --time-zone Europe/Berlin'))
    .action(async (digest: { readonly at?: string; readonly timeZone?: string }, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.setNotificationPreferences({ digest });
      await output.done(`The daily e-mail is sent at ${answer.digest.at}, ${answer.digest.timeZone}.`, answer);
    });
}
