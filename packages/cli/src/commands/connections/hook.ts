import type { RequestOf, ResponseOf } from '@millrace/client';
import { type Command, Option } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import type { Output } from '../../terminal/output.js';
import { shortTime } from '../../terminal/text.js';
import { readJsonFile } from './read-json-file.js';

/** `hook list|create|enable|disable|delete|rotate-secret|receipts|test` */
export function addHook(program: Command, io: Io): void {
  const hook = program
    .command('hook')
    .helpGroup('Administration:')
    .description('inbound hooks: addresses where other services deliver events');
  addList(hook, io);
  addCreate(hook, io);
  addSwitch(hook, io, 'enable', true);
  addSwitch(hook, io, 'disable', false);
  addDelete(hook, io);
  addRotate(hook, io);
  addReceipts(hook, io);
  addTest(hook, io);
}

function addList(hook: Command, io: Io): void {
  hook
    .command('list')
    .description('list hooks, without their secrets')
    .addHelpText('after', examples('millrace hook list'))
    .action(async (_options, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getInboundHooks({ subProjectId: await session.subProjectId() });
      await session.output.list(
        [
          ['ID', 'id'],
          ['NAME', 'name'],
          ['SCHEME', 'scheme'],
          ['ACTS AS', ({ actAs }) => actAs.name],
          ['STATUS', ({ enabled }) => (enabled ? 'enabled' : 'disabled')],
          ['URL', 'url'],
        ],
        answer.hooks,
        answer,
        'The sub-project has no hooks.',
      );
    });
}

type Definition = Omit<RequestOf<'createInboundHook'>, 'subProjectId'>;

function addCreate(hook: Command, io: Io): void {
  hook
    .command('create')
    .description('create a hook from a JSON file with the members of createInboundHook; the secret is shown once')
    .argument('<file>', 'JSON file, without subProjectId and secret')
    .option('--act-as <user id>', 'user whose roles apply. Default: the caller')
    .addHelpText('after', examples('millrace hook create github.json --act-as 01980c4e-…'))
    .action(async (file: string, { actAs }: { readonly actAs?: string }, command: Command) => {
      const session = await openSession(io, command);
      const definition = (await readJsonFile(file)) as Definition;
      const answer = await session.client.createInboundHook({
        ...definition,
        subProjectId: await session.subProjectId(),
        ...(actAs === undefined ? {} : { actAs }),
      });
      await showSecret(io, session.output, answer);
    });
}

async function showSecret(io: Io, output: Output, answer: ResponseOf<'createInboundHook'>): Promise<void> {
  await output.record(
    [
      ['hook', answer.hook.id],
      ['url', answer.hook.url],
      ['secret', answer.secret],
    ],
    answer,
  );
  if (!output.isJson) io.err('Save the secret now: it is not shown again.\n');
}

function addSwitch(hook: Command, io: Io, verb: 'enable' | 'disable', enabled: boolean): void {
  hook
    .command(verb)
    .description(enabled ? 'accept deliveries again' : 'refuse every delivery until the hook is enabled')
    .argument('<hook>', 'id of the hook')
    .addHelpText('after', examples(`millrace hook ${verb} 01980c4e-…`))
    .action(async (hookId: string, _options, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.updateInboundHook({
        subProjectId: await session.subProjectId(),
        hookId,
        enabled,
      });
      await session.output.done(`Hook ${answer.hook.name} is ${verb}d`, answer);
    });
}

function addDelete(hook: Command, io: Io): void {
  hook
    .command('delete')
    .description('delete a hook with its receipts')
    .argument('<hook>', 'id of the hook')
    .addHelpText('after', examples('millrace hook delete 01980c4e-…'))
    .action(async (hookId: string, _options, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.deleteInboundHook({ subProjectId: await session.subProjectId(), hookId });
      await session.output.done(answer.message, answer);
    });
}

function addRotate(hook: Command, io: Io): void {
  hook
    .command('rotate-secret')
    .description('give a hook a new secret, which is shown once; the old one is accepted for a while')
    .argument('<hook>', 'id of the hook')
    .option('--given', 'ask for the secret that the sender has, or read it from standard input')
    .option('--overlap <seconds>', 'how long the old one is accepted. Default: 86400', wholeNumber(0, 2_592_000))
    .addHelpText('after', examples('millrace hook rotate-secret 01980c4e-… --overlap 3600'))
    .action(async (hookId: string, options: { readonly given?: true; readonly overlap?: number }, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = await session.subProjectId();
      const secret = options.given === true ? await readSecret(io) : undefined;
      const answer = await session.client.rotateInboundHookSecret({
        subProjectId,
        hookId,
        ...(secret === undefined ? {} : { secret }),
        ...(options.overlap === undefined ? {} : { overlapSeconds: options.overlap }),
      });
      await showSecret(io, session.output, answer);
    });
}

const readSecret = async (io: Io): Promise<string> =>
  io.canAsk ? io.ask('Secret of the sender: ', { secret: true }) : (await io.readInput()).replace(/\r?\n$/, '');

interface ReceiptOptions {
  readonly outcome?: 'accepted' | 'ignored' | 'failed' | 'refused';
  readonly limit?: number;
}

function addReceipts(hook: Command, io: Io): void {
  hook
    .command('receipts')
    .description('list what became of deliveries, newest first')
    .argument('<hook>', 'id of the hook')
    .addOption(new Option('--outcome <outcome>', 'only these').choices(['accepted', 'ignored', 'failed', 'refused']))
    .option('--limit <number>', 'receipts at most. Default: 50', wholeNumber(1, 1000))
    .addHelpText('after', examples('millrace hook receipts 01980c4e-… --outcome failed'))
    .action(async (hookId: string, { outcome, limit }: ReceiptOptions, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getInboundReceipts({
        subProjectId: await session.subProjectId(),
        hookId,
        ...(outcome === undefined ? {} : { outcome }),
        ...(limit === undefined ? {} : { limit: String(limit) }),
      });
      await session.output.list(
        [
          ['TIME', ({ receivedTs }) => shortTime(receivedTs)],
          ['OUTCOME', 'outcome'],
          ['DELIVERY', 'deliveryId'],
          ['AGAIN', ({ duplicates }) => (duplicates === 0 ? '' : String(duplicates))],
          ['PROCESS', 'processId'],
          ['MESSAGE', 'message'],
          ['REASON', 'reason'],
        ],
        answer.receipts,
        answer,
        'No delivery matches.',
      );
    });
}

function addTest(hook: Command, io: Io): void {
  hook
    .command('test')
    .description('say what a delivery with this body would do, and change nothing')
    .argument('<hook>', 'id of the hook')
    .argument('<file>', 'JSON file with the body')
    .addHelpText('after', examples('millrace hook test 01980c4e-… body.json'))
    .action(async (hookId: string, file: string, _options, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.testInboundHook({
        subProjectId: await session.subProjectId(),
        hookId,
        body: await readJsonFile(file),
      });
      await session.output.record(
        [
          ['outcome', answer.outcome],
          ['reason', answer.reason ?? ''],
          ['create process', answer.createProcess === null ? '' : JSON.stringify(answer.createProcess)],
          ['publish message', answer.publishMessage === null ? '' : JSON.stringify(answer.publishMessage)],
        ],
        answer,
      );
    });
}
