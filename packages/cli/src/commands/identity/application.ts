import type { ResponseOf } from '@millrace/client';
import type { Command } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import type { Output } from '../../terminal/output.js';
import { shortTime } from '../../terminal/text.js';

/** `application list|create|update|disable|enable|delete` (administrator only), `application allowed|revoke` (about oneself). */
export function addApplication(program: Command, io: Io): void {
  const application = program
    .command('application')
    .helpGroup('Administration:')
    .description('applications that act as people who allow it, such as assistants');
  addList(application, io);
  addCreate(application, io);
  addUpdate(application, io);
  addSwitch(application, io, 'disable', 'its tokens stop working within seconds');
  addSwitch(application, io, 'enable', 'what people allowed it works again');
  addDelete(application, io);
  addAllowed(application, io);
  addRevoke(application, io);
}

const APPLICATION = 'application id, the client_id of OAuth 2';

function addList(application: Command, io: Io): void {
  withPaging(application.command('list'))
    .description('list the applications of the installation (administrator only)')
    .addHelpText('after', examples('millrace application list --per-page 100'))
    .action(async (options: PagingOptions, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getApplications(pageOf(options));
      await session.output.page(
        [
          ['APPLICATION', 'applicationId'],
          ['NAME', 'name'],
          ['KIND', ({ confidential }) => (confidential ? 'confidential' : 'public')],
          ['STATUS', ({ disabled }) => (disabled ? 'disabled' : 'enabled')],
          ['ORIGIN', 'origin'],
          ['CREATED', ({ createdTs }) => shortTime(createdTs)],
          ['SCOPES', ({ scopes }) => scopes.join(' ')],
        ],
        answer.applications,
        answer,
        'There is no application.',
      );
    });
}

interface MemberOptions {
  readonly name?: string;
  readonly redirect?: readonly string[];
  readonly postLogoutRedirect?: readonly string[];
  readonly scope?: string;
}

const membersOf = ({ redirect, postLogoutRedirect, scope }: MemberOptions) => ({
  ...(redirect === undefined ? {} : { redirectUris: [...redirect] }),
  ...(postLogoutRedirect === undefined ? {} : { postLogoutRedirectUris: [...postLogoutRedirect] }),
  ...(scope === undefined ? {} : { scopes: scope.split(' ').filter(Boolean) }),
});

const withMembers = (command: Command): Command =>
  command
    .option('--redirect <address...>', 'addresses that people return to after they have allowed it')
    .option('--post-logout-redirect <address...>', 'addresses that people may go on to after it has signed them out')
    .option('--scope <scopes>', 'space-separated scopes that it may ask for');

function addCreate(application: Command, io: Io): void {
  withMembers(application.command('create'))
    .description('register an application (administrator only); the secret of a confidential one is shown only once')
    .argument('<name>', 'the name that people read when they are asked to allow it')
    .option('--confidential', 'it can keep a secret, as a web server can')
    .addHelpText(
      'after',
      examples(
        "millrace application create 'Ledger assistant' --redirect https://ledger.example.com/done --scope 'process.read' --confidential",
        "millrace application create 'Desk tool' --redirect http://127.0.0.1/done --scope 'process workflow'",
      ),
    )
    .action(async (name: string, options: MemberOptions & { readonly confidential?: boolean }, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.createApplication({
        name,
        scopes: [],
        ...membersOf(options),
        confidential: options.confidential === true,
      });
      await show(io, output, answer);
    });
}

function addUpdate(application: Command, io: Io): void {
  withMembers(application.command('update'))
    .description('change what is given, or replace the secret (administrator only)')
    .argument('<application>', APPLICATION)
    .option('--name <name>', 'the name that people read')
    .option('--new-secret', 'make another secret, which is shown only once; the one before ends at once')
    .addHelpText(
      'after',
      examples(
        "millrace application update mra_5lJ1mTnM3bU2q0rW --scope 'process.read workflow.read'",
        'millrace application update mra_5lJ1mTnM3bU2q0rW --new-secret',
      ),
    )
    .action(
      async (applicationId: string, options: MemberOptions & { readonly newSecret?: boolean }, command: Command) => {
        const { client, output } = await openSession(io, command);
        const { name, newSecret } = options;
        const answer = await client.updateApplication({ applicationId, name, ...membersOf(options), newSecret });
        await show(io, output, answer);
      },
    );
}

async function show(io: Io, output: Output, answer: ResponseOf<'createApplication'>): Promise<void> {
  const { application, client_secret: secret } = answer;
  await output.record(
    [
      ['application id', application.applicationId],
      ['name', application.name],
      ['redirect', application.redirectUris.join(' ')],
      ['after sign-out', application.postLogoutRedirectUris.join(' ')],
      ['scopes', application.scopes.join(' ')],
      ...(secret === undefined ? [] : [['secret', secret] as const]),
    ],
    answer,
  );
  if (secret !== undefined && !output.isJson) io.err('Save the secret now: it is not shown again.\n');
}

function addSwitch(application: Command, io: Io, verb: 'disable' | 'enable', effect: string): void {
  application
    .command(verb)
    .description(`${verb} an application: ${effect} (administrator only)`)
    .argument('<application>', APPLICATION)
    .addHelpText('after', examples(`millrace application ${verb} millrace-cli`))
    .action(async (applicationId: string, _options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.updateApplication({ applicationId, disabled: verb === 'disable' });
      await output.done(`The application ${answer.application.name} is ${verb}d`, answer);
    });
}

function addDelete(application: Command, io: Io): void {
  application
    .command('delete')
    .description('delete an application with everything that people allowed it (administrator only)')
    .argument('<application>', APPLICATION)
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples('millrace application delete mra_5lJ1mTnM3bU2q0rW --yes'))
    .action(async (applicationId: string, { yes }: { readonly yes?: boolean }, command: Command) => {
      const session = await openSession(io, command);
      await session.confirm(`Delete the application ${applicationId} and end its access for all people?`, yes);
      const answer = await session.client.deleteApplication({ applicationId });
      await session.output.done(answer.message, answer);
    });
}

function addAllowed(application: Command, io: Io): void {
  withPaging(application.command('allowed'))
    .description('list the applications that you allowed to act as you')
    .addHelpText('after', examples('millrace application allowed'))
    .action(async (options: PagingOptions, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getConsents(pageOf(options));
      await session.output.page(
        [
          ['APPLICATION', (row) => row.application.applicationId],
          ['NAME', (row) => row.application.name],
          ['SINCE', ({ createdTs }) => shortTime(createdTs)],
          ['LAST', ({ usedTs }) => shortTime(usedTs)],
          ['SCOPES', ({ scopes }) => (scopes.length === 0 ? 'everything' : scopes.join(' '))],
        ],
        answer.consents,
        answer,
        'No application may act as you.',
      );
    });
}

function addRevoke(application: Command, io: Io): void {
  application
    .command('revoke')
    .description('end the access of an application to your account within 2 seconds')
    .argument('<application>', APPLICATION)
    .addHelpText('after', examples('millrace application revoke mra_5lJ1mTnM3bU2q0rW'))
    .action(async (applicationId: string, _options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.revokeConsent({ applicationId });
      await output.done(answer.message, answer);
    });
}
