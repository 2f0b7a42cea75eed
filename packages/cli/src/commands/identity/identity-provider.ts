import type { ResponseOf } from '@millrace/client';
import { type Command, Option } from 'commander';
import { readSecretValue } from '../../arguments/secret-value.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import type { Output } from '../../terminal/output.js';

/** `identity-provider list|create|update|disable|enable|delete` (administrator only) */
export function addIdentityProvider(program: Command, io: Io): void {
  const provider = program
    .command('identity-provider')
    .helpGroup('Administration:')
    .description('OpenID Connect providers that people sign in with (administrator only)');
  addList(provider, io);
  addCreate(provider, io);
  addUpdate(provider, io);
  addSwitch(provider, io, 'disable', 'nobody can sign in with it; sessions go on');
  addSwitch(provider, io, 'enable', 'people can sign in with it again');
  addDelete(provider, io);
}

function addList(provider: Command, io: Io): void {
  provider
    .command('list')
    .description('list the providers of the settings of the server and those that were created')
    .addHelpText('after', examples('millrace identity-provider list', 'millrace identity-provider list --json'))
    .action(async (_options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.getIdentityProviders({});
      await output.list(
        [
          ['ID', 'id'],
          ['NAME', 'name'],
          ['STATUS', ({ disabled }) => (disabled ? 'disabled' : 'enabled')],
          ['SOURCE', 'source'],
          ['DOMAINS', ({ domains }) => domains.join(' ')],
          ['NEW PEOPLE', ({ provision }) => (provision ? 'yes' : 'no')],
          ['GROUPS', 'groupsClaim'],
          ['ISSUER', 'issuer'],
        ],
        answer.identityProviders,
        answer,
        'There is no identity provider.',
      );
    });
}

interface MemberOptions {
  readonly name?: string;
  readonly domains?: string;
  readonly provision?: boolean;
  readonly scope?: string;
}

const words = (text: string): string[] => text.split(' ').filter(Boolean);

const membersOf = ({ domains, provision, scope }: MemberOptions) => ({
  ...(domains === undefined ? {} : { domains: words(domains) }),
  provision,
  ...(scope === undefined ? {} : { scopes: words(scope) }),
});

const withMembers = (command: Command): Command =>
  command
    .option('--name <name>', 'name on the button of the sign-in page')
    .option('--domains <domains>', 'space-separated domains that the provider speaks for')
    .option('--provision', 'people of these domains who have no user get one at their first sign-in')
    .option('--groups-claim <claim>', 'claim that lists the groups of a person, e.g. groups')
    .option('--scope <scopes>', 'space-separated scopes to ask for besides openid email profile');

async function show(output: Output, answer: ResponseOf<'createIdentityProvider'>): Promise<void> {
  const { identityProvider: provider } = answer;
  await output.record(
    [
      ['id', provider.id],
      ['name', provider.name],
      ['issuer', provider.issuer],
      ['client id', provider.clientId],
      ['client secret', provider.hasClientSecret ? 'set' : 'none'],
      ['domains', provider.domains.join(' ')],
      ['new people', provider.provision ? 'yes' : 'no'],
      ['groups claim', provider.groupsClaim ?? 'none'],
      ['scopes', ['openid email profile', ...provider.scopes].join(' ')],
      ['redirect', provider.redirectUrl],
      ['back-channel logout', provider.backChannelLogoutUrl],
      ['after sign-out', provider.signedOutUrl],
    ],
    answer,
  );
}

function addCreate(provider: Command, io: Io): void {
  withMembers(provider.command('create'))
    .description('create a provider, and show the addresses to register there')
    .argument('<id>', 'part of the addresses: lower-case letters, digits and hyphens')
    .argument('<issuer>', 'the https address without /.well-known/openid-configuration')
    .requiredOption('--client-id <id>', 'client id that the provider gave to this service')
    .option('--public', 'the provider gave no client secret')
    .addHelpText(
      'after',
      `
The client secret is asked for, or read from standard input.
${examples(
  "millrace identity-provider create keycloak https://id.example.com/realms/company --client-id millrace --domains 'example.com'",
  'pass show entra | millrace identity-provider create entra https://login.microsoftonline.com/…/v2.0 --client-id 6666…',
)}`,
    )
    .action(
      async (
        id: string,
        issuer: string,
        options: MemberOptions & {
          readonly clientId: string;
          readonly groupsClaim?: string;
          readonly public?: boolean;
        },
        command: Command,
      ) => {
        const { client, output } = await openSession(io, command);
        const { clientId, name = id, groupsClaim } = options;
        const clientSecret = options.public === true ? undefined : await readClientSecret(io, id);
        const request = { id, issuer, name, clientId, clientSecret, groupsClaim, ...membersOf(options) };
        await show(output, await client.createIdentityProvider(request));
      },
    );
}

const readClientSecret = (io: Io, id: string): Promise<string> => readSecretValue(io, `Client secret of ${id}: `);

function addUpdate(provider: Command, io: Io): void {
  withMembers(provider.command('update'))
    .description('change what is given; the issuer stays')
    .argument('<id>', 'id of the provider')
    .option('--client-id <id>', 'client id that the provider gave to this service')
    .option('--no-provision', 'only people who have a user sign in')
    .option('--no-groups-claim', 'take no groups from the provider; those that came from it go')
    .option('--new-secret', 'replace the client secret, which is asked for or read from standard input')
    .addOption(new Option('--public', 'take the client secret away').conflicts('newSecret'))
    .addHelpText(
      'after',
      examples(
        "millrace identity-provider update entra --domains 'example.com example.org' --provision",
        'pass show entra | millrace identity-provider update entra --new-secret',
      ),
    )
    .action(
      async (
        id: string,
        options: MemberOptions & {
          readonly clientId?: string;
          /** False: --no-groups-claim. */
          readonly groupsClaim?: string | false;
          readonly newSecret?: boolean;
          readonly public?: boolean;
        },
        command: Command,
      ) => {
        const { client, output } = await openSession(io, command);
        const { clientId, name, groupsClaim, newSecret } = options;
        const clientSecret =
          newSecret === true ? await readClientSecret(io, id) : options.public === true ? null : undefined;
        const answer = await client.updateIdentityProvider({
          id,
          name,
          clientId,
          clientSecret,
          groupsClaim: groupsClaim === false ? null : groupsClaim,
          ...membersOf(options),
        });
        await show(output, answer);
      },
    );
}

function addSwitch(provider: Command, io: Io, verb: 'disable' | 'enable', effect: string): void {
  provider
    .command(verb)
    .description(`${verb} a provider: ${effect}`)
    .argument('<id>', 'id of the provider')
    .addHelpText('after', examples(`millrace identity-provider ${verb} entra`))
    .action(async (id: string, _options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.updateIdentityProvider({ id, disabled: verb === 'disable' });
      await output.done(`The identity provider ${answer.identityProvider.name} is ${verb}d`, answer);
    });
}

function addDelete(provider: Command, io: Io): void {
  provider
    .command('delete')
    .description('delete a provider with the links of its people and the groups that came from it')
    .argument('<id>', 'id of the provider')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples('millrace identity-provider delete entra'))
    .action(async (id: string, { yes }: { readonly yes?: boolean }, command: Command) => {
      const session = await openSession(io, command);
      await session.confirm(`Delete the identity provider ${id} and end the sessions that began there?`, yes);
      const answer = await session.client.deleteIdentityProvider({ id });
      const { unlinkedUsers, endedSessions } = answer;
      await session.output.done(
        `Deleted ${id}: ${unlinkedUsers} people are no longer linked, ${endedSessions} sessions ended`,
        answer,
      );
    });
}
