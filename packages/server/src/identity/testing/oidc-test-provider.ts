import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type JWKS } from 'oidc-provider';

/** Claims of an account at the test provider, beside `sub`. */
export type TestAccount = Readonly<Record<string, unknown>>;

/** A certified OpenID Connect provider (the npm package oidc-provider) on loopback, which asks nobody for a password. */
export interface OidcTestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Accounts by their subject; tests change them. */
  readonly accounts: Map<string, TestAccount>;
  /** Who is signed in when the provider would ask; undefined: the person cancels. */
  signsIn: string | undefined;
  /** From now on tokens are signed with another key, and only that one is published. */
  rotateKey(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestProviderOptions {
  readonly redirectUris: readonly string[];
  readonly backChannelLogoutUri?: string;
  readonly signedOutUris?: readonly string[];
}

export async function startOidcTestProvider(options: TestProviderOptions): Promise<OidcTestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, TestAccount>();
  const clientId = 'millrace';
  const clientSecret = 'millrace-client-secret';
  // Sessions and grants outlive a rotation of the key, as they do in a real provider.
  const store = memoryStore();
  let keyNumber = 0;
  let handle: ReturnType<Provider['callback']>;
  const state: { signsIn: string | undefined } = { signsIn: undefined };

  const begin = async (): Promise<void> => {
    keyNumber += 1;
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const jwks = {
      keys: [{ ...(await exportJWK(privateKey)), kid: `key-${keyNumber}`, alg: 'RS256', use: 'sig' }],
    } as JWKS;
    const provider = new Provider(issuer, {
      adapter: store,
      jwks,
      cookies: { keys: ['test'] },
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [...options.redirectUris],
          post_logout_redirect_uris: [...(options.signedOutUris ?? [])],
          ...(options.backChannelLogoutUri === undefined
            ? {}
            : { backchannel_logout_uri: options.backChannelLogoutUri, backchannel_logout_session_required: true }),
        },
      ],
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        claimsParameter: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (ctx, form) => {
            ctx.body = form;
          },
          postLogoutSuccessSource: (ctx) => {
            ctx.body = 'signed out';
          },
        },
      },
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      fetch: async (url, init) => fetch(url, init as RequestInit),
      findAccount: (_ctx, sub) => {
        const claims = accounts.get(sub);
        return claims === undefined ? undefined : { accountId: sub, claims: () => ({ sub, ...claims }) };
      },
      async loadExistingGrant(ctx) {
        const grant = new ctx.oidc.provider.Grant({
          clientId: ctx.oidc.client?.clientId ?? '',
          accountId: ctx.oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile groups');
        await grant.save();
        return grant;
      },
    });
    const callback = provider.callback();
    handle = async (request, response) => {
      if (request.url?.startsWith('/interaction/') !== true) return callback(request, response);
      const { signsIn } = state;
      const result =
        signsIn === undefined
          ? { error: 'access_denied', error_description: 'The person cancelled' }
          : { login: { accountId: signsIn, amr: ['pwd'] } };
      return provider.interactionFinished(request, response, result);
    };
  };
  await begin();
  server.on('request', (request, response) => void handle(request, response));
  return {
    issuer,
    clientId,
    clientSecret,
    accounts,
    get signsIn() {
      return state.signsIn;
    },
    set signsIn(subject) {
      state.signsIn = subject;
    },
    rotateKey: begin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** oidc-provider keeps things in adapters by kind; this one lives as long as the test. */
function memoryStore() {
  const rows = new Map<string, Record<string, unknown>>();
  return class MemoryAdapter {
    readonly #kind: string;
    constructor(kind: string) {
      this.#kind = kind;
    }
    #key(id: string): string {
      return `${this.#kind}:${id}`;
    }
    async upsert(id: string, payload: Record<string, unknown>): Promise<void> {
      rows.set(this.#key(id), payload);
    }
    async find(id: string): Promise<Record<string, unknown> | undefined> {
      return rows.get(this.#key(id));
    }
    async findByUid(uid: string): Promise<Record<string, unknown> | undefined> {
      return [...rows].find(([key, row]) => key.startsWith(`${this.#kind}:`) && row.uid === uid)?.[1];
    }
    async findByUserCode(): Promise<undefined> {
      return undefined;
    }
    async consume(id: string): Promise<void> {
      const row = rows.get(this.#key(id));
      if (row !== undefined) row.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string): Promise<void> {
      rows.delete(this.#key(id));
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key);
    }
  };
}
