import { connect } from '@millrace/client';
import type { Command } from 'commander';
import { parseObject, readText } from '../../arguments/values.js';
import { examples } from '../../help/examples.js';
import { browserLogin } from '../../person/browser-login.js';
import { deviceLogin } from '../../person/device-login.js';
import { CLI_APPLICATION } from '../../person/oauth-endpoints.js';
import { checkedUrl, DEFAULT_URL } from '../../session/connection.js';
import { personProfile } from '../../session/person-tokens.js';
import { profilesFile, readProfiles, writeProfiles } from '../../session/profiles.js';
import type { GlobalOptions } from '../../session/session.js';
import { findSubProject } from '../../session/sub-project-choice.js';
import { CommandError } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { createOutput } from '../../terminal/output.js';

interface LoginOptions extends GlobalOptions {
  readonly url?: string;
  readonly clientId?: string;
  readonly clientSecretStdin?: boolean;
  readonly credentialsFile?: string;
  readonly device?: boolean;
}

interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** `login`: checks credentials with the service, then saves them. The secret is no option, because `ps` shows options to other users. */
export function addLogin(program: Command, io: Io): void {
  program
    .command('login')
    .helpGroup('Signing in:')
    .description(
      'sign in as a person with a browser, or as a client with its credentials; saved in a file that only you can read',
    )
    .option(
      '--url <address>',
      `address of the service. Default: MILLRACE_URL, then the address of the profile, then ${DEFAULT_URL}`,
    )
    .option('--device', 'sign in with a browser elsewhere: it asks for a code. Default where there is no browser')
    .option('--client-id <id>', 'sign in as this client. Default: MILLRACE_CLIENT_ID, otherwise a person signs in')
    .option('--client-secret-stdin', 'read the secret from standard input')
    .option(
      '--credentials-file <file>',
      "a file with client_id and client_secret, such as the server's admin-credentials.json",
    )
    .addHelpText(
      'after',
      `
Without --client-id, a client secret or --credentials-file, a browser opens and you sign in there as a person. Your sign-in is
renewed by itself; millrace logout ends it.

The secret of a client is read from --credentials-file, --client-secret-stdin or MILLRACE_CLIENT_SECRET; otherwise you are asked for
it. The profile is named "default" unless --profile gives a name. Later commands use it. --sub-project saves a
sub-project in the profile too. Credentials in the environment take precedence over profiles and need no login.
${examples(
  'millrace login --url https://millrace.example.com',
  'millrace login --device',
  'millrace login --url https://millrace.example.com --client-id ann',
  'millrace login --profile admin --credentials-file data/admin-credentials.json',
  'millrace login --client-id ci --client-secret-stdin < secret.txt',
)}`,
    )
    .action(async (_options, command: Command) => login(io, command.optsWithGlobals<LoginOptions>()));
}

/** Whether a client signs in, and not a person. */
const isOfClient = (io: Io, { clientId, clientSecretStdin, credentialsFile }: LoginOptions): boolean =>
  clientId !== undefined ||
  clientSecretStdin === true ||
  credentialsFile !== undefined ||
  Boolean(io.env.MILLRACE_CLIENT_ID);

/** By the browser of this computer, or with a code where there is none. */
async function signInPerson(io: Io, url: string, { device }: LoginOptions) {
  const hasBrowser = process.platform !== 'linux' || Boolean(io.env.DISPLAY || io.env.WAYLAND_DISPLAY);
  const tokens = device === true || !hasBrowser ? await deviceLogin(io, url) : await browserLogin(io, url);
  const token = tokens.access_token;
  const { user } = await connect({ url, token }).getMe({});
  return { tokens, token, user };
}

async function loginPerson(io: Io, options: LoginOptions, name: string, url: string): Promise<void> {
  const file = profilesFile(io);
  const { tokens, token, user } = await signInPerson(io, url, options);
  const wanted = options.subProject;
  const subProject = wanted === undefined ? undefined : await findSubProject(connect({ url, token }), wanted);
  const profile = {
    url,
    clientId: CLI_APPLICATION,
    ...personProfile(tokens),
    ...(subProject === undefined ? {} : { subProject }),
  };
  const { profiles } = await readProfiles(file);
  await writeProfiles(file, { current: name, profiles: { ...profiles, [name]: profile } });
  await createOutput(io, options.json === true).done(
    `Signed in to ${url} as ${user.name} <${user.email}>; saved as the profile "${name}" in ${file}`,
    { profile: name, url, userId: user.id, subProject: subProject ?? null, scope: tokens.scope, file },
  );
}

async function login(io: Io, options: LoginOptions): Promise<void> {
  const file = profilesFile(io);
  const { profiles } = await readProfiles(file);
  const name = options.profile ?? (io.env.MILLRACE_PROFILE || 'default');
  const url = checkedUrl(options.url ?? (io.env.MILLRACE_URL || profiles[name]?.url || DEFAULT_URL));
  if (isExposing(url)) io.err(`warning: ${url} is not encrypted: anyone on the network path can read the secret\n`);
  if (!isOfClient(io, options)) return loginPerson(io, options, name, url);
  const credentials = await credentialsOf(io, options);
  const client = connect({ url, ...credentials });
  const { scope } = await client.userLogin({
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
  });
  const subProject = options.subProject === undefined ? undefined : await findSubProject(client, options.subProject);
  const profile = { url, ...credentials, ...(subProject === undefined ? {} : { subProject }) };
  await writeProfiles(file, { current: name, profiles: { ...profiles, [name]: profile } });
  await createOutput(io, options.json === true).done(
    `Signed in to ${url} as ${credentials.clientId}; saved as the profile "${name}" in ${file}`,
    { profile: name, url, clientId: credentials.clientId, subProject: subProject ?? null, scope, file },
  );
}

async function credentialsOf(io: Io, options: LoginOptions): Promise<ClientCredentials> {
  if (options.credentialsFile !== undefined) return fromFile(options.credentialsFile);
  const clientId = options.clientId ?? (io.env.MILLRACE_CLIENT_ID || undefined) ?? (await answer(io, 'Client id: '));
  const clientSecret =
    options.clientSecretStdin === true
      ? (await io.readInput()).trim()
      : io.env.MILLRACE_CLIENT_SECRET || (await answer(io, 'Client secret: ', true));
  if (clientId === '' || clientSecret === '') throw new CommandError('The client id and the secret must not be empty.');
  return { clientId, clientSecret };
}

async function fromFile(path: string): Promise<ClientCredentials> {
  const { client_id: clientId, client_secret: clientSecret } = parseObject(await readText(path), path);
  if (typeof clientId !== 'string' || typeof clientSecret !== 'string') {
    throw new CommandError(`${path} does not contain client_id and client_secret.`);
  }
  return { clientId, clientSecret };
}

async function answer(io: Io, question: string, secret = false): Promise<string> {
  if (!io.canAsk) {
    throw new CommandError(
      'Standard input is not a terminal. Add --client-id and --client-secret-stdin, or --credentials-file.',
    );
  }
  return io.ask(question, { secret });
}

function isExposing(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
