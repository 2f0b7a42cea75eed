import type { ResponseOf } from '@millrace/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type PagingOptions, pageOf, wholeNumber, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession, type Session } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { addDeliveries } from './webhook-deliveries.js';

/** `webhook create|list|update|pause|resume|test|rotate|secret|deliveries|retry|skip|replay|delete` */
export function addWebhook(program: Command, io: Io): void {
  const webhook = program
    .command('webhook')
    .helpGroup('Administration:')
    .description('event subscriptions: events that are sent to a URL');
  addCreate(webhook, io);
  addList(webhook, io);
  addUpdate(webhook, io);
  addSwitch(webhook, io, 'pause', 'send nothing for now; events are kept in the log');
  addSwitch(webhook, io, 'resume', 'go on where it stopped, also after it was disabled');
  addTest(webhook, io);
  addRotate(webhook, io);
  addSecret(webhook, io);
  addDeliveries(webhook, io);
  addDelete(webhook, io);
}

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

interface SettingOptions {
  readonly name?: string;
  readonly type?: readonly string[];
  readonly filter?: object;
  readonly condition?: string;
  readonly format?: 'standard' | 'cloudevents' | 'slack' | 'teams';
  readonly payload?: 'thin' | 'full';
  readonly ordering?: 'process' | 'none';
  readonly rate?: number;
  readonly inFlight?: number;
}

const filterOf = (text: string): object => {
  try {
    const filter: unknown = JSON.parse(text);
    if (typeof filter === 'object' && filter !== null) return filter;
  } catch {
    // The message below says it.
  }
  throw new InvalidArgumentError('Give a JSON object, e.g. \'{"priority":"HIGH"}\'.');
};

const withSettings = (command: Command): Command =>
  command
    .option('--name <text>', 'name for people')
    .option('--type <type>', 'type of event, e.g. process.updated or task.*; may be repeated', several)
    .option('--filter <json>', 'filter over the process, as in getProcess', filterOf)
    .option('--condition <feel>', 'FEEL expression over the event')
    .addOption(
      new Option('--format <format>', 'form of the body').choices(['standard', 'cloudevents', 'slack', 'teams']),
    )
    .addOption(new Option('--payload <payload>', 'how much is sent').choices(['thin', 'full']))
    .addOption(new Option('--ordering <ordering>', 'whether events of a process wait').choices(['process', 'none']))
    .option('--rate <number>', 'requests per second at most', wholeNumber(1, 10_000))
    .option('--in-flight <number>', 'requests at the same time at most', wholeNumber(1, 100));

const settingsOf = ({ name, type, filter, condition, format, payload, ordering, rate, inFlight }: SettingOptions) => ({
  name,
  ...(type === undefined ? {} : { types: [...type] }),
  filter,
  condition,
  format,
  payload,
  ordering,
  ratePerSecond: rate,
  maxInFlight: inFlight,
});

async function showSecret(io: Io, { output }: Session, answer: ResponseOf<'rotateSubscriptionSecret'>): Promise<void> {
  const { id, publicKey, signing } = answer.subscription;
  await output.record(
    [
      ['webhook', id],
      ['secret', answer.secret ?? undefined],
      ['public key', publicKey ?? undefined],
    ],
    answer,
  );
  if (output.isJson) return;
  if (answer.secret !== null) io.err('Save the secret now: it is not shown again.\n');
  else if (signing === 'hmac') io.err(`Its owner reads the secret with: millrace webhook secret ${id}\n`);
}

function addCreate(webhook: Command, io: Io): void {
  withSettings(webhook.command('create'))
    .description('send events to a URL from now on; the secret is shown only once')
    .argument('<url>', 'address of the receiver')
    .addOption(new Option('--signing <kind>', 'how requests are signed. Default: hmac').choices(['hmac', 'ed25519']))
    .option('--owner <id>', 'user that it belongs to (administrator only). Default: you')
    .option('--after <position>', 'begin after this position of the log. Default: with the next event')
    .addHelpText(
      'after',
      examples(
        "millrace webhook create https://erp.example.com/hooks --type 'process.*'",
        'millrace webhook create https://erp.example.com/hooks --filter \'{"priority":"HIGH"}\' --payload full',
      ),
    )
    .action(
      async (
        url: string,
        options: SettingOptions & { signing?: 'hmac' | 'ed25519'; owner?: string; after?: string },
        command: Command,
      ) => {
        const session = await openSession(io, command);
        const answer = await session.client.createEventSubscription({
          subProjectId: await session.subProjectId(),
          url,
          ...settingsOf(options),
          signing: options.signing,
          ownerId: options.owner,
          afterPosition: options.after,
        });
        await showSecret(io, session, answer);
      },
    );
}

type State = 'active' | 'paused' | 'suspended' | 'disabled';

function addList(webhook: Command, io: Io): void {
  withPaging(webhook.command('list'))
    .description('list event subscriptions; the administrator sees those of everybody')
    .addOption(
      new Option('--state <state>', 'only those in this state').choices(['active', 'paused', 'suspended', 'disabled']),
    )
    .addHelpText('after', examples('millrace webhook list', 'millrace webhook list --state disabled'))
    .action(async (options: PagingOptions & { readonly state?: State }, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getEventSubscriptions({
        ...pageOf(options),
        subProjectId: await session.subProjectId(),
        state: options.state,
      });
      await session.output.page(
        [
          ['ID', 'id'],
          ['NAME', 'name'],
          ['STATE', ({ state, failingSince }) => (failingSince === null ? state : `${state}, failing`)],
          ['WAITING', 'waiting', 'right'],
          ['DEAD', 'dead', 'right'],
          ['URL', 'url'],
          ['REASON', 'reason'],
        ],
        answer.subscriptions,
        answer,
        'There is no event subscription.',
      );
    });
}

function addUpdate(webhook: Command, io: Io): void {
  withSettings(webhook.command('update'))
    .description('change what is sent, and how')
    .argument('<webhook>', 'id of the event subscription')
    .option('--url <url>', 'address of the receiver')
    .addHelpText('after', examples('millrace webhook update 0198… --payload full'))
    .action(async (subscriptionId: string, options: SettingOptions & { readonly url?: string }, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.updateEventSubscription({
        subProjectId: await session.subProjectId(),
        subscriptionId,
        url: options.url,
        ...settingsOf(options),
      });
      await session.output.done(`Changed ${answer.subscription.name}`, answer);
    });
}

function addSwitch(webhook: Command, io: Io, verb: 'pause' | 'resume', description: string): void {
  webhook
    .command(verb)
    .description(description)
    .argument('<webhook>', 'id of the event subscription')
    .addHelpText('after', examples(`millrace webhook ${verb} 0198…`))
    .action(async (subscriptionId: string, _options, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.updateEventSubscription({
        subProjectId: await session.subProjectId(),
        subscriptionId,
        state: verb === 'pause' ? 'paused' : 'active',
      });
      await session.output.done(`${answer.subscription.name} is ${answer.subscription.state}`, answer);
    });
}

function addTest(webhook: Command, io: Io): void {
  webhook
    .command('test')
    .description('send a test event now, and show what came back')
    .argument('<webhook>', 'id of the event subscription')
    .addHelpText('after', examples('millrace webhook test 0198…'))
    .action(async (subscriptionId: string, _options, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.testEventSubscription({
        subProjectId: await session.subProjectId(),
        subscriptionId,
      });
      await session.output.record(
        [
          ['delivered', answer.delivered ? 'yes' : 'no'],
          ['status', answer.status === null ? undefined : String(answer.status)],
          ['error', answer.error ?? undefined],
          ['time', `${answer.durationMs} ms`],
          ['answer', answer.excerpt ?? undefined],
        ],
        answer,
      );
    });
}

function addRotate(webhook: Command, io: Io): void {
  webhook
    .command('rotate')
    .description('make a new secret, which is shown only once; requests carry both signatures for a while')
    .argument('<webhook>', 'id of the event subscription')
    .option(
      '--overlap <seconds>',
      'how long requests are signed with the old secret too. Default: 86400 (one day)',
      wholeNumber(0, 2_592_000),
    )
    .addHelpText('after', examples('millrace webhook rotate 0198… --overlap 3600'))
    .action(async (subscriptionId: string, { overlap }: { readonly overlap?: number }, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = await session.subProjectId();
      const request = { subProjectId, subscriptionId, overlapSeconds: overlap };
      await showSecret(io, session, await session.client.rotateSubscriptionSecret(request));
    });
}

function addSecret(webhook: Command, io: Io): void {
  webhook
    .command('secret')
    .description('show, once, the secret of an event subscription that the administrator made for you')
    .argument('<webhook>', 'id of the event subscription')
    .addHelpText('after', examples('millrace webhook secret 0198…'))
    .action(async (subscriptionId: string, _options, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = await session.subProjectId();
      await showSecret(io, session, await session.client.revealSubscriptionSecret({ subProjectId, subscriptionId }));
    });
}

function addDelete(webhook: Command, io: Io): void {
  webhook
    .command('delete')
    .description('delete an event subscription with its secrets and deliveries')
    .argument('<webhook>', 'id of the event subscription')
    .addHelpText('after', examples('millrace webhook delete 0198…'))
    .action(async (subscriptionId: string, _options, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.deleteEventSubscription({
        subProjectId: await session.subProjectId(),
        subscriptionId,
      });
      await session.output.done(answer.message, answer);
    });
}
