import { restAuthentications } from '../../sub-projects/document/model/rest-connector.js';
import { PermanentFailure } from '../worker/job-failure.js';
import type { HandledJob } from '../worker/job-handler.js';
import { httpJobRequest } from './http-job-request.js';
import type { OutboundRequest } from './outbound/send.js';
import { type Settings, settingsOf } from './settings.js';

/** What proves to the web service who calls. */
export interface RestAuthentication {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Asks for a bearer token; its answer has `access_token`. */
  readonly tokenRequest?: OutboundRequest;
}

type Kind = (typeof restAuthentications)[number];

const isKind = (type: string): type is Kind => restAuthentications.some((known) => known === type);

/** @throws PermanentFailure for an unknown type and what a type lacks; the message holds no values of credentials */
export function readRestAuthentication(
  settings: Settings,
  job: Pick<HandledJob, 'type' | 'idempotencyKey'>,
): RestAuthentication {
  const type = settings.text('authentication.type') ?? 'noAuth';
  if (!isKind(type)) {
    throw new PermanentFailure(`"authentication.type" must be one of ${restAuthentications.join(', ')}.`);
  }
  const required = (name: string) => settings.requiredText(`authentication.${name}`);
  switch (type) {
    case 'noAuth':
      return { headers: {}, query: {} };
    case 'basic': {
      const password = settings.text('authentication.password') ?? '';
      return { headers: { Authorization: basic(required('username'), password) }, query: {} };
    }
    case 'bearer':
      return { headers: { Authorization: `Bearer ${required('token')}` }, query: {} };
    case 'apiKey': {
      const key = { [required('name')]: required('value') };
      const location = settings.text('authentication.apiKeyLocation') ?? 'headers';
      if (location === 'headers') return { headers: key, query: {} };
      if (location === 'query') return { headers: {}, query: key };
      throw new PermanentFailure('"authentication.apiKeyLocation" must be headers or query.');
    }
    case 'oauth-client-credentials-flow':
      return { headers: {}, query: {}, tokenRequest: tokenRequest(settings, required, job) };
  }
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** RFC 6749, 4.4.2. */
function tokenRequest(
  settings: Settings,
  required: (name: string) => string,
  { type, idempotencyKey }: Pick<HandledJob, 'type' | 'idempotencyKey'>,
): OutboundRequest {
  const client = { id: required('clientId'), secret: required('clientSecret') };
  const by = settings.text('authentication.clientAuthentication') ?? 'credentialsBody';
  if (by !== 'basicAuthHeader' && by !== 'credentialsBody') {
    throw new PermanentFailure('"authentication.clientAuthentication" must be basicAuthHeader or credentialsBody.');
  }
  const inHeader = by === 'basicAuthHeader';
  const input = {
    'authentication.oauthTokenEndpoint': required('oauthTokenEndpoint'),
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(inHeader ? { authorization: basic(client.id, client.secret) } : {}),
    },
    body: {
      grant_type: 'client_credentials',
      scope: settings.text('authentication.scopes') ?? null,
      audience: settings.text('authentication.audience') ?? null,
      ...(inHeader ? {} : { client_id: client.id, client_secret: client.secret }),
    },
  };
  return httpJobRequest(settingsOf({ type, headers: {}, input }), `${idempotencyKey}-token`, {
    url: 'authentication.oauthTokenEndpoint',
    query: 'query',
  });
}
