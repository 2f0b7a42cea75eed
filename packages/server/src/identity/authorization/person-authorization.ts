import type { Database } from '../../postgres/database.js';
import type { SignIn } from '../sign-in/sign-in.js';
import type { SignInLimit } from '../sign-in/sign-in-limit.js';
import type { Tokens } from '../tokens/tokens.js';
import { type Authorization, createAuthorization } from './authorize.js';
import { createDeviceFlow, type DeviceFlow } from './device.js';
import { createEndSession, type EndSession } from './end-session.js';
import { createGrants } from './grants.js';
import { createRegistration } from './registration.js';
import { createRevocation } from './revocation.js';
import { createTokenEndpoint, type EndpointRequest, type TokenEndpoint } from './token-endpoint.js';
import { createUserinfo } from './userinfo.js';

export interface PersonAuthorizationOptions {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly issuer: string;
  /** On codes that people type. */
  readonly limit: SignInLimit;
  /** The grant client_credentials of the token endpoint. */
  readonly signIn: SignIn;
  /** Whether applications may register themselves. */
  readonly registration: boolean;
  readonly now: () => number;
}

/** The part of the authorization server in which people allow applications to act as them. */
export interface PersonAuthorization extends TokenEndpoint {
  readonly authorization: Authorization;
  readonly device: DeviceFlow;
  readonly endSession: EndSession;
  revoke(request: EndpointRequest): Promise<void>;
  userinfo(authorization: string | undefined): Promise<object>;
  register(body: unknown, traceId: string): Promise<object>;
}

export function createPersonAuthorization(options: PersonAuthorizationOptions): PersonAuthorization {
  const { db, tokens, issuer, limit, signIn, registration, now } = options;
  const grants = createGrants({ db, now });
  const device = createDeviceFlow({ db, grants, limit, issuer, now });
  return {
    ...createTokenEndpoint({ db, tokens, grants, device, signIn, now }),
    authorization: createAuthorization({ db, issuer, now }),
    device,
    endSession: createEndSession({ db, tokens }),
    revoke: createRevocation({ db, tokens }),
    userinfo: createUserinfo({ db, tokens }),
    register: createRegistration({ db, enabled: registration }),
  };
}
