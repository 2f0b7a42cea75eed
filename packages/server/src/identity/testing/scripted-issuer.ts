import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** What the issuer says in its answers; each test changes what it is about. */
export interface IssuerScript {
  /** Makes the ID token of an answer of the token endpoint. */
  idToken(claims: Record<string, unknown>): Promise<string>;
  /** Changes the discovery document. */
  discovery(document: Record<string, unknown>): Record<string, unknown>;
  /** Answers instead of the token endpoint. */
  tokenAnswer: { readonly status: number; readonly body: Record<string, unknown> } | undefined;
}

/** An issuer that tells lies: it signs with real keys what a test wants. For what a certified provider never does. */
export interface ScriptedIssuer {
  readonly issuer: string;
  readonly key: CryptoKey;
  readonly script: IssuerScript;
  /** Back to honest answers. */
  reset(): void;
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>, key?: CryptoKey): Promise<string>;
  /** Requests since the start, as `METHOD /path`. */
  readonly requests: string[];
  stop(): Promise<void>;
}

export async function startScriptedIssuer(clientId: string): Promise<ScriptedIssuer> {
  const { privateKey: key, publicKey } = await generateKeyPair('ES256');
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', use: 'sig', alg: 'ES256' }] };
  const requests: string[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sign: ScriptedIssuer['sign'] = (claims, header = {}, by = key) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k1', ...header }).sign(by);
  const honest = (): IssuerScript => ({
    idToken: (claims) => sign(claims),
    discovery: (document) => document,
    tokenAnswer: undefined,
  });
  const script = honest();
  /** Nonces by code: the test puts the nonce into the code that it sends. */
  server.on('request', async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    requests.push(`${request.method} ${path}`);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/.well-known/openid-configuration') {
      send(
        200,
        script.discovery({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
          authorization_response_iss_parameter_supported: true,
        }),
      );
    } else if (path === '/jwks') send(200, jwks);
    else if (path === '/token') {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const code = new URLSearchParams(Buffer.concat(chunks).toString()).get('code') ?? '';
      if (script.tokenAnswer !== undefined) return send(script.tokenAnswer.status, script.tokenAnswer.body);
      const now = Math.floor(Date.now() / 1000);
      const claims = {
        iss: issuer,
        aud: clientId,
        sub: 'ada',
        nonce: code,
        iat: now,
        exp: now + 300,
        auth_time: now - 5,
        email: 'ada@example.com',
        email_verified: true,
      };
      send(200, { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: await script.idToken(claims) });
    } else send(404, {});
  });
  return {
    issuer,
    key,
    script,
    sign,
    requests,
    reset: () => Object.assign(script, honest()),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
