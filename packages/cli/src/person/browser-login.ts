import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import type { Io } from '../terminal/io.js';
import { CLI_APPLICATION, issuerOf, type PersonTokens, postForm, tokensOf } from './oauth-endpoints.js';

const PATIENCE_MS = 5 * 60_000;

/**
 * Signs a person in with the browser of this computer: authorization code with PKCE, back at a loopback address (RFC 8252).
 *
 * @param open shows an address to the person; by default in the browser of the system
 * @throws CommandError when the person declines or does nothing for five minutes
 */
export async function browserLogin(
  io: Io,
  url: string,
  open: (address: string) => Promise<boolean> = openBrowser,
): Promise<PersonTokens> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const landing = await listen(state, await issuerOf(url));
  try {
    const redirectUri = `http://127.0.0.1:${landing.port}/callback`;
    const address = `${url}/oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: CLI_APPLICATION,
      redirect_uri: redirectUri,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })}`;
    io.err(
      (await open(address))
        ? `Sign in with the browser that opens. If none does, open this address:\n${address}\n`
        : `Open this address to sign in:\n${address}\n`,
    );
    const code = await landing.code(io.interruption());
    const members = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
    return tokensOf(await postForm(url, '/oauth/token', members));
  } finally {
    landing.close();
  }
}

interface Landing {
  readonly port: number;
  code(interrupted: AbortSignal): Promise<string>;
  close(): void;
}

/** Waits at a loopback address for the browser to come back. */
async function listen(state: string, issuer: string): Promise<Landing> {
  let resolveCode: (code: string) => void = () => undefined;
  let refuse: (reason: unknown) => void = () => undefined;
  const arrived = new Promise<string>((resolve, reject) => {
    resolveCode = resolve;
    refuse = reject;
  });
  // Nobody may be waiting yet.
  arrived.catch(() => undefined);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname !== '/callback' || searchParams.get('state') !== state) {
      response.writeHead(404).end();
      return;
    }
    const code = searchParams.get('code');
    const isAllowed = code !== null && searchParams.get('iss') === issuer;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
    response.end(
      `<!doctype html><meta charset="utf-8"><title>Millrace</title><p>${isAllowed ? 'You are signed in.' : 'You are not signed in.'} You can close this page.`,
    );
    if (isAllowed) resolveCode(code);
    else {
      const detail = searchParams.get('error_description') ?? 'The answer comes from another service.';
      refuse(new CommandError(`Not signed in: ${detail}`, exitCodes.unauthenticated));
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async code(interrupted) {
      const late = setTimeout(() => {
        refuse(
          new CommandError('Nobody signed in for five minutes. Run `millrace login` again.', exitCodes.unauthenticated),
        );
      }, PATIENCE_MS);
      const stop = () => refuse(interrupted.reason);
      interrupted.addEventListener('abort', stop, { once: true });
      try {
        return await arrived;
      } finally {
        clearTimeout(late);
        interrupted.removeEventListener('abort', stop);
      }
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Opens the browser of the system. @returns whether there is one to open */
function openBrowser(address: string): Promise<boolean> {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [address]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', address]]
        : ['xdg-open', [address]];
  return new Promise((resolve) => {
    const child = spawn(command as string, args as string[], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
