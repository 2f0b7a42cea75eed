// Generated from packages/contract by `npm run generate`; do not edit.
import type { IdentityUser, OAuthClient } from './models.js';
import type { ClientSecretResponse, PageResponse, PagingRequest } from './shared.js';

/** The request of createClient: create a client. */
export interface CreateClientRequest {
  /** Id of the user that the client acts as. From 1 to 1024 characters. */
  readonly userId: string;
  /** Id to sign in with. Default: a generated one. At most 8192 characters. */
  readonly clientId?: string | undefined;
  /** Space-separated scopes that its tokens may have. Default: all. At most 8192 characters. */
  readonly scope?: string | undefined;
}

/** The answer of createClient: create a client. */
export type CreateClientResponse = ClientSecretResponse;

/** The request of createUser: create a user. */
export interface CreateUserRequest {
  /** Full name. From 1 to 1024 characters. */
  readonly name: string;
  /** Unique e-mail address. From 1 to 1024 characters. */
  readonly email: string;
  /** Default "person". */
  readonly kind?: 'person' | 'service' | undefined;
}

/** The answer of createUser: create a user. */
export interface CreateUserResponse {
  /** A user of the installation. */
  readonly user: IdentityUser;
}

/** The request of getClients: list clients. */
export interface GetClientsRequest extends PagingRequest {
  /** Return only the clients of this user. At most 8192 characters. */
  readonly userId?: string | undefined;
}

/** The answer of getClients: list clients. */
export interface GetClientsResponse extends PageResponse {
  /** The clients of the page. */
  readonly clients: readonly OAuthClient[];
}

/** The request of getUsers: list users. */
export interface GetUsersRequest extends PagingRequest {
  /** Return only the user with this e-mail address. At most 8192 characters. */
  readonly email?: string | undefined;
}

/** The answer of getUsers: list users. */
export interface GetUsersResponse extends PageResponse {
  /** The users of the page. */
  readonly users: readonly IdentityUser[];
}

/** The request of revokeTokens: revoke access tokens. */
export interface RevokeTokensRequest {
  /** Id of the client whose tokens end. From 1 to 1024 characters. */
  readonly clientId?: string | undefined;
  /** Id of the user: the tokens of all its clients end. From 1 to 1024 characters. */
  readonly userId?: string | undefined;
}

/** The answer of revokeTokens: revoke access tokens. */
export interface RevokeTokensResponse {
  /** success. */
  readonly status: string;
  /** What was done, for people. */
  readonly message: string;
}

/** The request of rotateClientSecret: rotate a secret. */
export interface RotateClientSecretRequest {
  /** Id of the client. From 1 to 1024 characters. */
  readonly clientId: string;
  /** Seconds for which the old secret stays valid; 0 also ends the access tokens of the client within 2 seconds. Default 86400. From 0 to 2592000. */
  readonly overlapSeconds?: number | undefined;
}

/** The answer of rotateClientSecret: rotate a secret. */
export type RotateClientSecretResponse = ClientSecretResponse;

/** The request of updateClient: disable or enable a client. */
export interface UpdateClientRequest {
  /** Id of the client. From 1 to 1024 characters. */
  readonly clientId: string;
  /** true disables the client, false enables it. */
  readonly disabled: boolean;
}

/** The answer of updateClient: disable or enable a client. */
export interface UpdateClientResponse {
  /** Client credentials of a user. */
  readonly client: OAuthClient;
}

/** The request of updateUser: update a user. */
export interface UpdateUserRequest {
  /** Id of the user. From 1 to 1024 characters. */
  readonly userId: string;
  /** New full name. At most 8192 characters. */
  readonly name?: string | undefined;
  /** true disables the user, false enables it. */
  readonly disabled?: boolean | undefined;
}

/** The answer of updateUser: update a user. */
export interface UpdateUserResponse {
  /** A user of the installation. */
  readonly user: IdentityUser;
}
