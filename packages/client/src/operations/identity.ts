// Generated from packages/contract by `npm run build`; do not edit.
import type { Application, ApplicationResponse, ClientSecretResponse, Consent, GroupEntry, GroupMember, GroupResponse, IdentityProvider, IdentityProviderResponse, IdentityUser, Invitation, InvitationResponse, InvitedMembership, OAuthClient, ScimToken, SignInPolicy, StatusResponse, UserResponse } from './models.js';
import type { PageResponse, PagingRequest } from './shared.js';

/** The request of createApplication: register an application. */
export interface CreateApplicationRequest {
  /** The name that people read when they are asked to allow it; up to 100 characters. From 1 to 1024 characters. */
  readonly name: string;
  /** Addresses that people return to, compared character by character: https, http at a loopback address (any port), or a scheme of the application such as com.example.app:/done. At most 20 items. */
  readonly redirectUris?: readonly string[] | undefined;
  /** Scopes that it may ask for. scopes_supported of /.well-known/oauth-authorization-server lists them. From 1 to 100 items. */
  readonly scopes: readonly string[];
  /** true for an application that can keep a secret. Default: false. */
  readonly confidential?: boolean | undefined;
}

/** The answer of createApplication: the answer of operations that save an application. */
export type CreateApplicationResponse = ApplicationResponse;

/** The request of createClient: create a client. */
export interface CreateClientRequest {
  /** Id of the user that the client acts as. From 1 to 1024 characters. */
  readonly userId: string;
  /** Id to sign in with. Default: a generated one. At most 8192 characters. */
  readonly clientId?: string | undefined;
  /** Space-separated scopes that its tokens may have. Default: all. At most 8192 characters. */
  readonly scope?: string | undefined;
}

/** The answer of createClient: a client and its new secret. */
export type CreateClientResponse = ClientSecretResponse;

/** The request of createGroup: create a group. */
export interface CreateGroupRequest {
  /** Name of the group, 200 characters at most; unique in any case. From 1 to 1024 characters. */
  readonly name: string;
  /** What the group is for. At most 8192 characters. */
  readonly description?: string | undefined;
}

/** The answer of createGroup: the answer of operations that save a group. */
export type CreateGroupResponse = GroupResponse;

/** The request of createIdentityProvider: create an identity provider. */
export interface CreateIdentityProviderRequest {
  /** Id, part of the addresses: 1 to 40 lower-case letters, digits and hyphens. From 1 to 1024 characters. */
  readonly id: string;
  /** Name on the button of the sign-in page. From 1 to 100 characters. */
  readonly name: string;
  /** Issuer: the https address without `/.well-known/openid-configuration`. From 1 to 1024 characters. */
  readonly issuer: string;
  /** Client id that the provider gave to this service. From 1 to 1024 characters. */
  readonly clientId: string;
  /** Client secret that the provider gave to this service. It is stored encrypted and never shown. From 1 to 4096 characters. */
  readonly clientSecret?: string | undefined;
  /** Domains that the provider speaks for: people with a verified address there are linked at their first sign-in. At most 100 items. */
  readonly domains?: readonly string[] | undefined;
  /** Whether people with a verified address in `domains` who have no user get one at their first sign-in. */
  readonly provision?: boolean | undefined;
  /** Claim that lists the groups of a person, for example `groups`. From 1 to 200 characters. */
  readonly groupsClaim?: string | undefined;
  /** Scopes to ask for besides `openid email profile`. At most 20 items. */
  readonly scopes?: readonly string[] | undefined;
}

/** The answer of createIdentityProvider: the answer of operations that save an identity provider. */
export type CreateIdentityProviderResponse = IdentityProviderResponse;

/** The request of createPasswordResetLink: create a link to set a new password. */
export interface CreatePasswordResetLinkRequest {
  /** Id of the user, who must be a person. From 1 to 1024 characters. */
  readonly userId: string;
}

/** The answer of createPasswordResetLink: create a link to set a new password. */
export interface CreatePasswordResetLinkResponse {
  /** Address of the one-time link. It is not shown again. */
  readonly link: string;
  /** When the link ends. */
  readonly expiresTs: string;
}

/** The request of createScimToken: create a SCIM token. */
export interface CreateScimTokenRequest {
  /** Name for people, 100 characters at most; audit rows show it. From 1 to 1024 characters. */
  readonly name: string;
  /** Days until the token ends. Default: it does not end. From 1 to 3650. */
  readonly expiresInDays?: number | undefined;
}

/** The answer of createScimToken: create a SCIM token. */
export interface CreateScimTokenResponse {
  /** A token of an identity provider. */
  readonly token: ScimToken;
  /** The bearer token. Save it: it is not shown again. */
  readonly secret: string;
}

/** The request of createUser: create a user. */
export interface CreateUserRequest {
  /** Full name. From 1 to 1024 characters. */
  readonly name: string;
  /** Unique e-mail address. From 1 to 1024 characters. */
  readonly email: string;
  /** Default "person". */
  readonly kind?: 'person' | 'service' | undefined;
}

/** The answer of createUser: the answer of operations that save a user. */
export type CreateUserResponse = UserResponse;

/** The request of deleteApplication: delete an application. */
export interface DeleteApplicationRequest {
  /** Id of the application. From 1 to 1024 characters. */
  readonly applicationId: string;
}

/** The answer of deleteApplication: the answer of operations that return no data. */
export type DeleteApplicationResponse = StatusResponse;

/** The request of deleteGroup: delete a group. */
export interface DeleteGroupRequest {
  /** Id of the group. From 1 to 1024 characters. */
  readonly groupId: string;
}

/** The answer of deleteGroup: the answer of operations that return no data. */
export type DeleteGroupResponse = StatusResponse;

/** The request of deleteIdentityProvider: delete an identity provider. */
export interface DeleteIdentityProviderRequest {
  /** Id of the provider. From 1 to 1024 characters. */
  readonly id: string;
}

/** The answer of deleteIdentityProvider: delete an identity provider. */
export interface DeleteIdentityProviderResponse {
  /** success. */
  readonly status: 'success';
  /** People who were linked with an account there. */
  readonly unlinkedUsers: number;
  /** Sessions that were ended. */
  readonly endedSessions: number;
}

/** The request of getApplications: list applications. */
export type GetApplicationsRequest = PagingRequest;

/** The answer of getApplications: list applications. */
export interface GetApplicationsResponse extends PageResponse {
  /** The applications of the page. */
  readonly applications: readonly Application[];
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

/** The request of getConsents: list what you allowed applications. */
export type GetConsentsRequest = PagingRequest;

/** The answer of getConsents: list what you allowed applications. */
export interface GetConsentsResponse extends PageResponse {
  /** The consents of the page, newest first. */
  readonly consents: readonly Consent[];
}

/** The request of getGroupMembers: list the people of a group. */
export interface GetGroupMembersRequest extends PagingRequest {
  /** Id of the group. From 1 to 1024 characters. */
  readonly groupId: string;
}

/** The answer of getGroupMembers: list the people of a group. */
export interface GetGroupMembersResponse extends PageResponse {
  /** The people of the page. */
  readonly members: readonly GroupMember[];
}

/** The request of getGroups: list groups. */
export interface GetGroupsRequest extends PagingRequest {
  /** Return only groups whose name contains this text, in any case. At most 8192 characters. */
  readonly name?: string | undefined;
}

/** The answer of getGroups: list groups. */
export interface GetGroupsResponse extends PageResponse {
  /** The groups of the page. */
  readonly groups: readonly GroupEntry[];
}

/** The request of getIdentityProviders: list identity providers. */
export interface GetIdentityProvidersRequest {
  /** Return only this one. At most 8192 characters. */
  readonly id?: string | undefined;
}

/** The answer of getIdentityProviders: list identity providers. */
export interface GetIdentityProvidersResponse {
  /** The providers. */
  readonly identityProviders: readonly IdentityProvider[];
}

/** The request of getInvitations: list invitations. */
export interface GetInvitationsRequest extends PagingRequest {
  /** Return only invitations in this state: open, accepted, revoked or expired. At most 8192 characters. */
  readonly state?: string | undefined;
  /** Return only invitations of this e-mail address. At most 8192 characters. */
  readonly email?: string | undefined;
}

/** The answer of getInvitations: list invitations. */
export interface GetInvitationsResponse extends PageResponse {
  /** The invitations of the page. */
  readonly invitations: readonly Invitation[];
}

/** The request of getScimTokens: list SCIM tokens. */
export interface GetScimTokensRequest {
  /** Return only tokens whose name contains this text, in any case. At most 8192 characters. */
  readonly name?: string | undefined;
}

/** The answer of getScimTokens: list SCIM tokens. */
export interface GetScimTokensResponse {
  /** All tokens. */
  readonly tokens: readonly ScimToken[];
}

/** The request of getSignInPolicy: show what the installation asks of people who sign in. */
export type GetSignInPolicyRequest = object;

/** The answer of getSignInPolicy: show what the installation asks of people who sign in. */
export interface GetSignInPolicyResponse {
  /** required: people need a second factor, a passkey or single sign-on. Default optional. */
  readonly secondFactor: 'optional' | 'required';
  /** Enabled users who have a password and neither a passkey nor an authenticator app. */
  readonly withoutSecondFactor: number;
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

/** The request of inviteUser: invite a person. */
export interface InviteUserRequest {
  /** E-mail address of the person. From 1 to 254 characters. */
  readonly email: string;
  /** Name that is suggested to the person, who may change it. At most 1024 characters. */
  readonly name?: string | undefined;
  /** true: the person becomes an administrator of the installation. Default false. */
  readonly administrator?: boolean | undefined;
  /** Names or ids of groups that the person joins when accepting. At most 100 items. */
  readonly groups?: readonly string[] | undefined;
  /** Roles that the person is given when accepting, as setMemberRoles gives them. Each sub-project is named once (1232). At most 100 items. */
  readonly memberships?: readonly InvitedMembership[] | undefined;
  /** show: the answer has the link, and no e-mail is sent. Default send. */
  readonly link?: 'send' | 'show' | undefined;
}

/** The answer of inviteUser: an invitation and its link. */
export type InviteUserResponse = InvitationResponse;

/** The request of removeFactors: remove the second factors of a person. */
export interface RemoveFactorsRequest {
  /** Id of the user. From 1 to 1024 characters. */
  readonly userId: string;
}

/** The answer of removeFactors: the answer of operations that return no data. */
export type RemoveFactorsResponse = StatusResponse;

/** The request of resendInvitation: send an invitation again. */
export interface ResendInvitationRequest {
  /** Id of the invitation. From 1 to 1024 characters. */
  readonly invitationId: string;
  /** show: the answer has the link, and no e-mail is sent. Default send. */
  readonly link?: 'send' | 'show' | undefined;
}

/** The answer of resendInvitation: an invitation and its link. */
export type ResendInvitationResponse = InvitationResponse;

/** The request of revokeConsent: withdraw what you allowed an application. */
export interface RevokeConsentRequest {
  /** Id of the application. From 1 to 1024 characters. */
  readonly applicationId: string;
}

/** The answer of revokeConsent: the answer of operations that return no data. */
export type RevokeConsentResponse = StatusResponse;

/** The request of revokeInvitation: revoke an invitation. */
export interface RevokeInvitationRequest {
  /** Id of the invitation. From 1 to 1024 characters. */
  readonly invitationId: string;
}

/** The answer of revokeInvitation: revoke an invitation. */
export interface RevokeInvitationResponse {
  /** An invitation to join. */
  readonly invitation: Invitation;
}

/** The request of revokeScimToken: revoke a SCIM token. */
export interface RevokeScimTokenRequest {
  /** Id of the token. From 1 to 1024 characters. */
  readonly tokenId: string;
}

/** The answer of revokeScimToken: the answer of operations that return no data. */
export type RevokeScimTokenResponse = StatusResponse;

/** The request of revokeTokens: revoke access tokens. */
export interface RevokeTokensRequest {
  /** Id of the client whose tokens end. From 1 to 1024 characters. */
  readonly clientId?: string | undefined;
  /** Id of the user: the tokens of all its clients, its personal tokens and its sessions end. From 1 to 1024 characters. */
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

/** The answer of rotateClientSecret: a client and its new secret. */
export type RotateClientSecretResponse = ClientSecretResponse;

/** The request of setGroupMembers: change the people of a group. */
export interface SetGroupMembersRequest {
  /** Id of the group. From 1 to 1024 characters. */
  readonly groupId: string;
  /** All people of the group: user ids, e-mail addresses or client ids. Not with add or remove. At most 10000 items. */
  readonly users?: readonly string[] | undefined;
  /** People to put into the group. At most 10000 items. */
  readonly add?: readonly string[] | undefined;
  /** People to take out of the group. At most 10000 items. */
  readonly remove?: readonly string[] | undefined;
}

/** The answer of setGroupMembers: change the people of a group. */
export interface SetGroupMembersResponse {
  /** Number of people put into the group. */
  readonly added: number;
  /** Number of people taken out of the group. */
  readonly removed: number;
  /** Number of people taken out who stay in the group because another source says so. */
  readonly kept: number;
}

/** The request of setSignInPolicy: set what the installation asks of people who sign in. */
export interface SetSignInPolicyRequest {
  /** required: people need a second factor, a passkey or single sign-on. Default optional. */
  readonly secondFactor: 'optional' | 'required';
}

/** The answer of setSignInPolicy: who must have a second factor. */
export type SetSignInPolicyResponse = SignInPolicy;

/** The request of updateApplication: change an application. */
export interface UpdateApplicationRequest {
  /** Id of the application. From 1 to 1024 characters. */
  readonly applicationId: string;
  /** The name that people read; up to 100 characters. At most 8192 characters. */
  readonly name?: string | undefined;
  /** Addresses that people return to, compared character by character: https, http at a loopback address (any port), or a scheme of the application such as com.example.app:/done. At most 20 items. */
  readonly redirectUris?: readonly string[] | undefined;
  /** Scopes that it may ask for. scopes_supported of /.well-known/oauth-authorization-server lists them. From 1 to 100 items. */
  readonly scopes?: readonly string[] | undefined;
  /** true disables the application, false enables it. */
  readonly disabled?: boolean | undefined;
  /** true makes another secret and ends the one before. */
  readonly newSecret?: boolean | undefined;
}

/** The answer of updateApplication: the answer of operations that save an application. */
export type UpdateApplicationResponse = ApplicationResponse;

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

/** The request of updateGroup: update a group. */
export interface UpdateGroupRequest {
  /** Id of the group. From 1 to 1024 characters. */
  readonly groupId: string;
  /** New name. At most 8192 characters. */
  readonly name?: string | undefined;
  /** New description. At most 8192 characters. */
  readonly description?: string | undefined;
}

/** The answer of updateGroup: the answer of operations that save a group. */
export type UpdateGroupResponse = GroupResponse;

/** The request of updateIdentityProvider: change an identity provider. */
export interface UpdateIdentityProviderRequest {
  /** Id of the provider. From 1 to 1024 characters. */
  readonly id: string;
  /** Name on the button of the sign-in page. From 1 to 100 characters. */
  readonly name?: string | undefined;
  /** Client id that the provider gave to this service. From 1 to 1024 characters. */
  readonly clientId?: string | undefined;
  /** Client secret that the provider gave to this service; null: none. From 1 to 4096 characters. */
  readonly clientSecret?: string | null | undefined;
  /** Domains that the provider speaks for: people with a verified address there are linked at their first sign-in. At most 100 items. */
  readonly domains?: readonly string[] | undefined;
  /** Whether people with a verified address in `domains` who have no user get one at their first sign-in. */
  readonly provision?: boolean | undefined;
  /** Claim that lists the groups of a person; null: groups are not taken from this provider. From 1 to 200 characters. */
  readonly groupsClaim?: string | null | undefined;
  /** Scopes to ask for besides `openid email profile`. At most 20 items. */
  readonly scopes?: readonly string[] | undefined;
  /** Whether nobody can sign in with it. */
  readonly disabled?: boolean | undefined;
}

/** The answer of updateIdentityProvider: the answer of operations that save an identity provider. */
export type UpdateIdentityProviderResponse = IdentityProviderResponse;

/** The request of updateUser: update a user. */
export interface UpdateUserRequest {
  /** Id of the user. From 1 to 1024 characters. */
  readonly userId: string;
  /** New full name. At most 8192 characters. */
  readonly name?: string | undefined;
  /** true disables the user, false enables it. */
  readonly disabled?: boolean | undefined;
}

/** The answer of updateUser: the answer of operations that save a user. */
export type UpdateUserResponse = UserResponse;
