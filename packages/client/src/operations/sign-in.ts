// Generated from packages/contract by `npm run build`; do not edit.
import type { AuthenticatorApp, IdentityLink, IdentityUser, Passkey, PersonalToken, Session, SignInCompletion, SignInProvider, SignInResult, StatusResponse, SubProjectAccess, TokenResponse } from './models.js';

/** The request of userLogin: sign in. */
export interface UserLoginRequest {
  /** Id of the client. From 1 to 256 characters. */
  readonly client_id: string;
  /** Secret of the client. From 1 to 1024 characters. */
  readonly client_secret: string;
  /** "client_credentials" when it is given. At most 64 characters. */
  readonly grant_type?: string | undefined;
  /** Space-separated scopes to restrict the token to. Default: all scopes of the client. At most 1024 characters. */
  readonly scope?: string | undefined;
}

/** The answer of userLogin: an access token. */
export type UserLoginResponse = TokenResponse;

/** The request of acceptInvitation: accept an invitation. */
export interface AcceptInvitationRequest {
  /** Secret of the one-time link: what stands behind /link/ in its address. From 1 to 200 characters. */
  readonly token: string;
  /** Full name of the person. From 1 to 1024 characters. */
  readonly name: string;
  /** Password that the person has chosen. From 1 to 1024 characters. */
  readonly password: string;
  /** E-mail address, if the invitation has none. Otherwise ignored. At most 254 characters. */
  readonly email?: string | undefined;
}

/** The answer of acceptInvitation: what became of a sign-in. */
export type AcceptInvitationResponse = SignInResult;

/** The request of confirmEmailChange: confirm a new e-mail address. */
export interface ConfirmEmailChangeRequest {
  /** Secret of the one-time link: what stands behind /link/ in its address. From 1 to 200 characters. */
  readonly token: string;
}

/** The answer of confirmEmailChange: confirm a new e-mail address. */
export interface ConfirmEmailChangeResponse {
  /** changed. */
  readonly status: 'changed';
  /** The address of the person now. */
  readonly email: string;
}

/** The request of confirmTotp: set up an authenticator app. */
export interface ConfirmTotpRequest {
  /** The six digits that the app shows now. From 1 to 64 characters. */
  readonly code: string;
}

/** The answer of confirmTotp: set up an authenticator app. */
export interface ConfirmTotpResponse {
  /** New recovery codes; empty when the person has some. Save them: they are not shown again. */
  readonly recoveryCodes: readonly string[];
}

/** The request of createPersonalToken: create a personal token. */
export interface CreatePersonalTokenRequest {
  /** What the token is for, for people. From 1 to 200 characters. */
  readonly name: string;
  /** Space-separated scopes that the token is limited to. Default: those of this request. At most 8192 characters. */
  readonly scope?: string | undefined;
  /** Days until the token ends. Default 90, or the maximum of the server when it is lower (MILLRACE_PERSONAL_TOKEN_DAYS, default 365). From 1 to 3650. */
  readonly expiresInDays?: number | undefined;
}

/** The answer of createPersonalToken: create a personal token. */
export interface CreatePersonalTokenResponse {
  /** A token with which programs act as a person. */
  readonly personalToken: PersonalToken;
  /** Send it as Authorization: Bearer <token>. Save it: it is not shown again. */
  readonly token: string;
}

/** The request of createRecoveryCodes: create recovery codes. */
export type CreateRecoveryCodesRequest = object;

/** The answer of createRecoveryCodes: create recovery codes. */
export interface CreateRecoveryCodesResponse {
  /** Ten codes. Save them: they are not shown again. */
  readonly recoveryCodes: readonly string[];
}

/** The request of deleteIdentityLink: unlink an account at an identity provider. */
export interface DeleteIdentityLinkRequest {
  /** Id of the link; see getIdentityLinks. From 1 to 1024 characters. */
  readonly linkId: string;
  /** Id of the user whose link it is; only for the administrator. Default: the caller. At most 8192 characters. */
  readonly userId?: string | undefined;
}

/** The answer of deleteIdentityLink: unlink an account at an identity provider. */
export interface DeleteIdentityLinkResponse {
  /** success. */
  readonly status: 'success';
}

/** The request of endSession: end sessions. */
export interface EndSessionRequest {
  /** Id of the session that ends. From 1 to 1024 characters. */
  readonly sessionId?: string | undefined;
  /** true ends all sessions of the user but the one of this request. */
  readonly everywhereElse?: boolean | undefined;
  /** With everywhereElse: id of the user. Default: the caller. From 1 to 1024 characters. */
  readonly userId?: string | undefined;
}

/** The answer of endSession: end sessions. */
export interface EndSessionResponse {
  /** success. */
  readonly status: string;
  /** Number of sessions that have ended. */
  readonly endedSessions: number;
}

/** The request of finishPasskeyRegistration: add a passkey. */
export interface FinishPasskeyRegistrationRequest {
  /** Name for the passkey, for example that of the device; 1 to 100 characters. From 1 to 1024 characters. */
  readonly name: string;
  /** What the browser answered: `toJSON()` of the PublicKeyCredential (WebAuthn Level 3). */
  readonly passkey: object;
}

/** The answer of finishPasskeyRegistration: add a passkey. */
export interface FinishPasskeyRegistrationResponse {
  /** A passkey of a person. */
  readonly passkey: Passkey;
  /** Recovery codes for a person who has a password and had none; else empty. Save them: they are not shown again. */
  readonly recoveryCodes: readonly string[];
}

/** The request of finishPasskeySignIn: sign in with a passkey. */
export interface FinishPasskeySignInRequest {
  /** What the browser answered: `toJSON()` of the PublicKeyCredential (WebAuthn Level 3). */
  readonly passkey: object;
  /** As for signIn. Default false. */
  readonly remember?: boolean | undefined;
}

/** The answer of finishPasskeySignIn: a sign-in that was completed. */
export type FinishPasskeySignInResponse = SignInCompletion;

/** The request of finishSignIn: finish a sign-in with a second factor. */
export interface FinishSignInRequest {
  /** The pendingSignIn of the answer of signIn. From 1 to 128 characters. */
  readonly pendingSignIn: string;
  /** The six digits that the authenticator app shows. From 1 to 64 characters. */
  readonly code?: string | undefined;
  /** One of the recovery codes. It is used up. From 1 to 64 characters. */
  readonly recoveryCode?: string | undefined;
}

/** The answer of finishSignIn: a sign-in that was completed. */
export type FinishSignInResponse = SignInCompletion;

/** The request of getFactors: show the ways in which a person can sign in. */
export interface GetFactorsRequest {
  /** Id of the user. Default: the user who asks. At most 8192 characters. */
  readonly userId?: string | undefined;
}

/** The answer of getFactors: show the ways in which a person can sign in. */
export interface GetFactorsResponse {
  /** Whether the person has a password. */
  readonly password: boolean;
  /** The passkeys, the oldest first. */
  readonly passkeys: readonly Passkey[];
  /** The authenticator app; null when there is none. */
  readonly totp: AuthenticatorApp | null;
  /** Recovery codes that are left. */
  readonly recoveryCodes: number;
  /** What the installation asks of people: optional or required. */
  readonly secondFactor: string;
}

/** The request of getIdentityLinks: list linked accounts. */
export interface GetIdentityLinksRequest {
  /** Id of the user; only for the administrator. Default: the caller. At most 8192 characters. */
  readonly userId?: string | undefined;
}

/** The answer of getIdentityLinks: list linked accounts. */
export interface GetIdentityLinksResponse {
  /** The accounts, oldest link first. */
  readonly links: readonly IdentityLink[];
}

/** The request of getMe: show who is signed in. */
export interface GetMeRequest {
  /** Return only this one of the sub-projects. At most 8192 characters. */
  readonly subProjectId?: string | undefined;
}

/** The answer of getMe: show who is signed in. */
export interface GetMeResponse {
  /** A user of the installation. */
  readonly user: IdentityUser;
  /** Whether the user is an administrator of the installation. */
  readonly administrator: boolean;
  /** What the request was authenticated with: session, clientToken or personalToken. */
  readonly credential: string;
  /** The scopes that limit the credential; empty: none do. */
  readonly scopes: readonly string[];
  /** Whether the user has a password. */
  readonly hasPassword: boolean;
  /** Language that the person has chosen, e.g. de or pt-BR; null: that of the browser. At most 35 characters. */
  readonly locale: string | null;
  /** The sub-projects that the user is a member of, by name; for the administrator all. 200 at most: getSubProjects lists the others. */
  readonly subProjects: readonly SubProjectAccess[];
  /** Whether there are more sub-projects than these. */
  readonly moreSubProjects: boolean;
  /** The session of the browser; null for tokens. */
  readonly session: Session | null;
}

/** The request of getPersonalTokens: list personal tokens. */
export interface GetPersonalTokensRequest {
  /** Id of the user. Default: the caller. At most 8192 characters. */
  readonly userId?: string | undefined;
}

/** The answer of getPersonalTokens: list personal tokens. */
export interface GetPersonalTokensResponse {
  /** The personal tokens. */
  readonly personalTokens: readonly PersonalToken[];
}

/** The request of getSessions: list sessions. */
export interface GetSessionsRequest {
  /** Id of the user. Default: the caller. At most 8192 characters. */
  readonly userId?: string | undefined;
}

/** The answer of getSessions: list sessions. */
export interface GetSessionsResponse {
  /** The sessions that are in force. */
  readonly sessions: readonly Session[];
}

/** The request of getSignInMethods: ways to sign in. */
export interface GetSignInMethodsRequest {
  /** E-mail address; only its domain counts. At most 8192 characters. */
  readonly email?: string | undefined;
}

/** The answer of getSignInMethods: ways to sign in. */
export interface GetSignInMethodsResponse {
  /** Whether people can sign in with a password. */
  readonly password: boolean;
  /** Identity providers; those for the domain first. */
  readonly identityProviders: readonly SignInProvider[];
}

/** The request of removePasskey: remove a passkey. */
export interface RemovePasskeyRequest {
  /** Id of the passkey. From 1 to 1024 characters. */
  readonly passkeyId: string;
}

/** The answer of removePasskey: the answer of operations that return no data. */
export type RemovePasskeyResponse = StatusResponse;

/** The request of removeTotp: remove the authenticator app. */
export type RemoveTotpRequest = object;

/** The answer of removeTotp: the answer of operations that return no data. */
export type RemoveTotpResponse = StatusResponse;

/** The request of renamePasskey: rename a passkey. */
export interface RenamePasskeyRequest {
  /** Id of the passkey. From 1 to 1024 characters. */
  readonly passkeyId: string;
  /** New name; 1 to 100 characters. From 1 to 1024 characters. */
  readonly name: string;
}

/** The answer of renamePasskey: rename a passkey. */
export interface RenamePasskeyResponse {
  /** A passkey of a person. */
  readonly passkey: Passkey;
}

/** The request of requestEmailChange: ask for another e-mail address. */
export interface RequestEmailChangeRequest {
  /** The new e-mail address. From 1 to 254 characters. */
  readonly email: string;
}

/** The answer of requestEmailChange: ask for another e-mail address. */
export interface RequestEmailChangeResponse {
  /** sent. */
  readonly status: 'sent';
}

/** The request of requestPasswordReset: ask for a new password. */
export interface RequestPasswordResetRequest {
  /** E-mail address of the person. From 1 to 254 characters. */
  readonly email: string;
}

/** The answer of requestPasswordReset: ask for a new password. */
export interface RequestPasswordResetResponse {
  /** accepted: an e-mail is sent if the address is known; noEmail: this server sends no e-mail. */
  readonly status: string;
  /** What happens next, for the person. */
  readonly message: string;
}

/** The request of resetPassword: set a new password by a link. */
export interface ResetPasswordRequest {
  /** Secret of the one-time link: what stands behind /link/ in its address. From 1 to 200 characters. */
  readonly token: string;
  /** The new password. From 1 to 1024 characters. */
  readonly password: string;
}

/** The answer of resetPassword: set a new password by a link. */
export interface ResetPasswordResponse {
  /** changed. */
  readonly status: 'changed';
}

/** The request of revokePersonalToken: revoke a personal token. */
export interface RevokePersonalTokenRequest {
  /** Id of the personal token. From 1 to 1024 characters. */
  readonly personalTokenId: string;
}

/** The answer of revokePersonalToken: revoke a personal token. */
export interface RevokePersonalTokenResponse {
  /** A token with which programs act as a person. */
  readonly personalToken: PersonalToken;
}

/** The request of setLocale: choose a language. */
export interface SetLocaleRequest {
  /** Language that the person has chosen, e.g. de or pt-BR; null: that of the browser. At most 35 characters. */
  readonly locale: string | null;
}

/** The answer of setLocale: choose a language. */
export interface SetLocaleResponse {
  /** Language that the person has chosen, e.g. de or pt-BR; null: that of the browser. At most 35 characters. */
  readonly locale: string | null;
}

/** The request of setPassword: set your password. */
export interface SetPasswordRequest {
  /** The new password: at least 12 characters. From 1 to 1024 characters. */
  readonly password: string;
  /** The password until now. Required when there is one. From 1 to 1024 characters. */
  readonly currentPassword?: string | undefined;
}

/** The answer of setPassword: set your password. */
export interface SetPasswordResponse {
  /** success. */
  readonly status: string;
  /** Number of other sessions that have ended. */
  readonly endedSessions: number;
}

/** The request of signIn: sign in with a password. */
export interface SignInRequest {
  /** E-mail address of the person. From 1 to 254 characters. */
  readonly email: string;
  /** Password of the person. From 1 to 1024 characters. */
  readonly password: string;
  /** true keeps the person signed in when the browser is closed, for 14 days at most. Default false: 12 hours at most. */
  readonly remember?: boolean | undefined;
}

/** The answer of signIn: what became of a sign-in. */
export type SignInResponse = SignInResult;

/** The request of signInWithLink: sign in with a link. */
export interface SignInWithLinkRequest {
  /** Secret of the one-time link: what stands behind /link/ in its address. From 1 to 200 characters. */
  readonly token: string;
}

/** The answer of signInWithLink: what became of a sign-in. */
export type SignInWithLinkResponse = SignInResult;

/** The request of signOut: sign out. */
export interface SignOutRequest {
  /** true ends all sessions of the person, on every device. Default false. */
  readonly everywhere?: boolean | undefined;
}

/** The answer of signOut: sign out. */
export interface SignOutResponse {
  /** signedOut. */
  readonly status: 'signedOut';
  /** Address that ends the session at the identity provider, to open in the browser; null when there is none. */
  readonly identityProviderUrl: string | null;
}

/** The request of startIdentityLink: link an account at an identity provider. */
export interface StartIdentityLinkRequest {
  /** Id of the provider. From 1 to 1024 characters. */
  readonly providerId: string;
  /** Path of this service to go to after; default "/". At most 8192 characters. */
  readonly returnTo?: string | undefined;
}

/** The answer of startIdentityLink: link an account at an identity provider. */
export interface StartIdentityLinkResponse {
  /** Address to open; valid for ten minutes. */
  readonly url: string;
}

/** The request of startPasskeyRegistration: begin to add a passkey. */
export type StartPasskeyRegistrationRequest = object;

/** The answer of startPasskeyRegistration: begin to add a passkey. */
export interface StartPasskeyRegistrationResponse {
  /** PublicKeyCredentialCreationOptionsJSON; `PublicKeyCredential.parseCreationOptionsFromJSON` reads it. */
  readonly publicKey: Readonly<Record<string, unknown>>;
}

/** The request of startPasskeySignIn: begin to sign in with a passkey. */
export type StartPasskeySignInRequest = object;

/** The answer of startPasskeySignIn: begin to sign in with a passkey. */
export interface StartPasskeySignInResponse {
  /** PublicKeyCredentialRequestOptionsJSON; `PublicKeyCredential.parseRequestOptionsFromJSON` reads it. */
  readonly publicKey: Readonly<Record<string, unknown>>;
}

/** The request of startTotp: begin to set up an authenticator app. */
export type StartTotpRequest = object;

/** The answer of startTotp: begin to set up an authenticator app. */
export interface StartTotpResponse {
  /** The secret in base32, to type into the app. */
  readonly secret: string;
  /** The same as an otpauth URI, to show as a QR code. */
  readonly uri: string;
}

/** The request of stepUp: prove again who one is. */
export interface StepUpRequest {
  /** Password of the person. From 1 to 1024 characters. */
  readonly password?: string | undefined;
  /** The six digits that the authenticator app shows. From 1 to 64 characters. */
  readonly code?: string | undefined;
  /** One of the recovery codes. It is used up. From 1 to 64 characters. */
  readonly recoveryCode?: string | undefined;
  /** What the browser answered: `toJSON()` of the PublicKeyCredential (WebAuthn Level 3). */
  readonly passkey?: object | undefined;
}

/** The answer of stepUp: prove again who one is. */
export interface StepUpResponse {
  /** A session of a browser. */
  readonly session: Session;
}

/** The request of updateMe: change your name. */
export interface UpdateMeRequest {
  /** New full name. From 1 to 1024 characters. */
  readonly name: string;
}

/** The answer of updateMe: change your name. */
export interface UpdateMeResponse {
  /** A user of the installation. */
  readonly user: IdentityUser;
}
