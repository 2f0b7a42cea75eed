import type { ResponseOf } from '@millrace/client';
import type { Command } from 'commander';
import { type PagingOptions, pageOf, wholeNumber, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import type { Output } from '../../terminal/output.js';
import { shortTime } from '../../terminal/text.js';
import { findUser } from './find-user.js';

/** `client list|create|rotate-secret|revoke-tokens|disable|enable` (administrator only). Old name: `client rotate`. */
export function addClient(program: Command, io: Io): void {
  const client = program
    .command('client')
    .helpGroup('Administration:')
    .description('client credentials that users sign in with (administrator only)');
  addList(client, io);
  addCreate(client, io);
  addRotate(client, io);
  addRevoke(client, io);
  addSwitch(client, io, 'disable', 'its tokens stop working within seconds');
  addSwitch(client, io, 'enable', 'it can sign in again');
}

function addList(client: Command, io: Io): void {
  withPaging(client.command('list'))
    .description('list client credentials, without secrets')
    .option('--user <id or email>', 'only clients of this user')
    .addHelpText('after', examples('millrace client list', 'millrace client list --user ann@example.com'))
    .action(async (options: PagingOptions & { readonly user?: string }, command: Command) => {
      const session = await openSession(io, command);
      const userId = options.user === undefined ? undefined : await findUser(session.client, options.user);
      const answer = await session.client.getClients({ ...pageOf(options), userId });
      await session.output.page(
        [
          ['CLIENT', 'clientId'],
          ['USER', 'userId'],
          ['STATUS', ({ disabled }) => (disabled ? 'disabled' : 'enabled')],
          ['CREATED', ({ createdTs }) => shortTime(createdTs)],
          ['SCOPE', 'scope'],
        ],
        answer.clients,
        answer,
        'No client matches.',
      );
    });
}

interface CreateOptions {
  readonly clientId?: string;
  readonly scope?: string;
}

function addCreate(client: Command, io: Io): void {
  client
    .command('create')
    .description('create client credentials for a user; the secret is shown only once')
    .argument('<user>', 'user id or e-mail address')
    .option('--client-id <id>', 'client id. Default: a generated one')
    .option('--scope <scopes>', 'space-separated scopes that restrict its tokens. Default: no restriction')
    .addHelpText(
      'after',
      examples(
        'millrace client create ann@example.com',
        "millrace client create importer@example.com --scope 'process file'",
      ),
    )
    .action(async (user: string, { clientId, scope }: CreateOptions, command: Command) => {
      const { client: sdk, output } = await openSession(io, command);
      const answer = await sdk.createClient({ userId: await findUser(sdk, user), clientId, scope });
      await showSecret(io, output, answer);
    });
}

function addRotate(client: Command, io: Io): void {
  client
    .command('rotate-secret')
    .alias('rotate')
    .description('issue a new secret, which is shown only once; the old secret stays valid for a while')
    .argument('<client>', 'client id')
    .option(
      '--overlap <seconds>',
      'how long the old secret stays valid; 0 also ends its tokens. Default: 86400 (one day)',
      wholeNumber(0, 2_592_000),
    )
    .addHelpText(
      'after',
      examples('millrace client rotate-secret importer', 'millrace client rotate-secret importer --overlap 0'),
    )
    .action(async (clientId: string, { overlap }: { readonly overlap?: number }, command: Command) => {
      const { client: sdk, output } = await openSession(io, command);
      const answer = await sdk.rotateClientSecret({ clientId, overlapSeconds: overlap });
      await showSecret(io, output, answer);
    });
}

type Issued = ResponseOf<'rotateClientSecret'>;

async function showSecret(io: Io, output: Output, answer: Issued): Promise<void> {
  await output.record(
    [
      ['client id', answer.client.clientId],
      ['secret', answer.client_secret],
    ],
    answer,
  );
  if (!output.isJson) io.err('Save the secret now: it is not shown again.\n');
}

function addRevoke(client: Command, io: Io): void {
  client
    .command('revoke-tokens')
    .description('end the access tokens of a client within 2 seconds; its secrets stay valid')
    .argument('<client>', 'client id')
    .addHelpText('after', examples('millrace client revoke-tokens importer'))
    .action(async (clientId: string, _options, command: Command) => {
      const { client: sdk, output } = await openSession(io, command);
      const answer = await sdk.revokeTokens({ clientId });
      await output.done(answer.message, answer);
    });
}

function addSwitch(client: Command, io: Io, verb: 'disable' | 'enable', effect: string): void {
  client
    .command(verb)
    .description(`${verb} a client: ${effect}`)
    .argument('<client>', 'client id')
    .addHelpText('after', examples(`millrace client ${verb} importer`))
    .action(async (clientId: string, _options, command: Command) => {
      const { client: sdk, output } = await openSession(io, command);
      const answer = await sdk.updateClient({ clientId, disabled: verb === 'disable' });
      await output.done(`Client ${answer.client.clientId} is ${verb}d`, answer);
    });
}
