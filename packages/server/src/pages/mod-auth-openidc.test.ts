import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../kernel/free-port.js';
import { newId } from '../kernel/identifiers.js';
import { testCaller } from '../testing/test-caller.js';
import { formBrowser } from './testing/browser.js';
import { PASSWORD, type PageServer, startPageServer } from './testing/page-server.js';

// A relying party that others have written, in Debian's packages apache2-bin and libapache2-mod-auth-openidc. `.ci/run` asks for it.
const isWanted = process.env.MILLRACE_TEST_APACHE === '1';

const MODULES = '/usr/lib/apache2/modules';
const MODULE_NAMES = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'auth_openidc', 'headers'];

describe.skipIf(!isWanted)('mod_auth_openidc as a relying party', () => {
  let server: PageServer;
  let apache: ChildProcess;
  let directory: string;
  let origin: string;
  const errors = async () =>
    (await readFile(join(directory, 'error.log'), 'utf8')).split('\n').filter((line) => line.includes(':error]'));

  beforeAll(async () => {
    server = await startPageServer();
    const port = await freePort('127.0.0.1');
    origin = `http://127.0.0.1:${port}`;
    const administrator = testCaller(server.database.db, { userId: newId(), name: 'Root', administrator: true });
    const { application, client_secret: secret } = await server.identity.useCases.createApplication(administrator, {
      name: 'Wiki',
      scopes: ['openid', 'profile', 'email'],
      redirectUris: [`${origin}/wiki/callback`],
      postLogoutRedirectUris: [`${origin}/goodbye`],
      confidential: true,
    });
    directory = await mkdtemp(join(tmpdir(), 'millrace-apache-'));
    // Apache reads it as another user when it is started by root.
    await chmod(directory, 0o755);
    await writeFile(
      join(directory, 'apache.conf'),
      `ServerName 127.0.0.1
Listen 127.0.0.1:${port}
ServerRoot ${directory}
PidFile ${directory}/apache.pid
ErrorLog ${directory}/error.log
DocumentRoot ${directory}
User nobody
Group nogroup
# A browser says that it navigates; Node's fetch cannot.
RequestHeader set Sec-Fetch-Mode navigate early
<Directory />
  AllowOverride None
</Directory>
${MODULE_NAMES.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
OIDCProviderMetadataURL ${server.url}/.well-known/openid-configuration
OIDCClientID ${application.applicationId}
OIDCClientSecret ${secret}
OIDCRedirectURI ${origin}/wiki/callback
OIDCCryptoPassphrase test
OIDCPKCEMethod S256
OIDCScope "openid profile email"
OIDCPassClaimsAs environment
<Location /wiki>
  AuthType openid-connect
  Require valid-user
  Header always set x-subject "%{OIDC_CLAIM_sub}e"
  Header always set x-name "%{OIDC_CLAIM_name}e"
  Header always set x-email "%{OIDC_CLAIM_email}e"
</Location>
`,
    );
    apache = spawn('/usr/sbin/apache2', ['-D', 'FOREGROUND', '-f', join(directory, 'apache.conf')], {
      stdio: 'ignore',
    });
    await vi.waitFor(() => fetch(`${origin}/`), { timeout: 20_000, interval: 50 });
  });
  afterAll(async () => {
    if (apache?.exitCode === null) {
      const ended = new Promise((resolve) => apache.once('exit', resolve));
      apache.kill('SIGTERM');
      await ended;
    }
    await server?.close();
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  });

  test('a person signs in to it with Millrace, and it learns who that is', async () => {
    const { userId, email } = await server.person('Ann Lee');
    const browser = formBrowser(server.url, [origin]);
    const asked = await browser.open(`${origin}/wiki/page`);
    expect([new URL(asked.url).pathname, asked.text.includes('Wiki')]).toEqual(['/sign-in', true]);
    await browser.send({ email, password: PASSWORD });
    const page = await browser.send({ decision: 'allow' });
    expect([page.url, await errors()]).toEqual([`${origin}/wiki/page`, []]);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'x-subject': userId,
      'x-name': 'Ann Lee',
      'x-email': email,
    });

    // It signs the person out: here and at Millrace.
    const left = await browser.open(`${origin}/wiki/callback?${new URLSearchParams({ logout: `${origin}/goodbye` })}`);
    expect(left.url).toBe(`${origin}/goodbye`);
    expect((await browser.open(`${server.url}/sign-out`)).text).toContain('You are signed out');
    expect(await errors()).toEqual([]);
    expect(new URL((await browser.open(`${origin}/wiki/page`)).url).pathname).toBe('/sign-in');
  });

  test('a person who declines does not get in', async () => {
    const { email } = await server.person('Ben');
    const browser = formBrowser(server.url, [origin]);
    await browser.open(`${origin}/wiki/page`);
    await browser.send({ email, password: PASSWORD });
    const page = await browser.send({ decision: 'decline' });
    expect(new URL(page.url).pathname).toBe('/wiki/callback');
    expect(page.headers.get('x-subject')).toBeNull();
    expect(new URL((await browser.open(`${origin}/wiki/page`)).url).origin).toBe(server.url);
  });
});
