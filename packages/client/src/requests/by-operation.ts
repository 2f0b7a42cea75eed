// Generated from packages/contract by `npm run build`; do not edit.
import { type Command, command } from './command.js';

/**
 * Exchanges OAuth 2 client credentials for a bearer token. The credentials can be sent as JSON, as the form-encoded body of RFC 6749, or with HTTP Basic authentication.
 *
 * `POST /v1/users/userLogin`. Needs no sign-in.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1002 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1200 (400)
 */
export const userLogin: Command<'userLogin'> = command('userLogin');

/**
 * Uses the one-time link of an invitation: creates the user with name and password, and signs the person in. For pages of the service itself.
 *
 * `POST /v1/users/acceptInvitation`, an extension of the documented interface. Needs no sign-in.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1019 (410), 1200 (400)
 */
export const acceptInvitation: Command<'acceptInvitation'> = command('acceptInvitation');

/**
 * Uses the one-time link that was sent to a new e-mail address: it becomes the address of the person. The request must have the session cookie of a browser in which the same person is signed in; else the answer is 1009.
 *
 * `POST /v1/users/confirmEmailChange`, an extension of the documented interface. Needs no sign-in.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1019 (410), 1200 (400)
 */
export const confirmEmailChange: Command<'confirmEmailChange'> = command('confirmEmailChange');

/**
 * Makes the secret of startTotp count: from now on a sign-in with a password also asks for a code of the app. A person without recovery codes gets ten, which only this answer contains. A session that had to set up a second factor first is a full one from now on.
 *
 * `POST /v1/users/confirmTotp`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1022 (409), 1200 (400), 1209 (403)
 */
export const confirmTotp: Command<'confirmTotp'> = command('confirmTotp');

/**
 * Creates a token with which programs act as the caller, wherever a bearer token is accepted. Only this answer contains the token. A person has 20 at most. A personal token cannot create another one, nor can a token of an application or one with scopes.
 *
 * `POST /v1/users/createPersonalToken`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1206 (403)
 */
export const createPersonalToken: Command<'createPersonalToken'> = command('createPersonalToken');

/**
 * Gives the person who is signed in ten new recovery codes. Each stands once for the authenticator app or the passkey at a sign-in with a password. Those before do not count any more. Only this answer contains the codes.
 *
 * `POST /v1/users/createRecoveryCodes`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1209 (403)
 */
export const createRecoveryCodes: Command<'createRecoveryCodes'> = command('createRecoveryCodes');

/**
 * The account signs nobody in here any more, its groups go, and the other sessions that it opened end within two seconds. Your own account takes a session (1001), and your last way to sign in stays (1009). The administrator may unlink accounts of others.
 *
 * `POST /v1/users/deleteIdentityLink`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const deleteIdentityLink: Command<'deleteIdentityLink'> = command('deleteIdentityLink');

/**
 * Ends one session, or all sessions of the caller but the one of this request. The administrator may end the sessions of others. All servers refuse an ended session within 2 seconds. Send either sessionId or everywhereElse.
 *
 * `POST /v1/users/endSession`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const endSession: Command<'endSession'> = command('endSession');

/**
 * Keeps the passkey that the browser has made. A person has at most 10. A session that had to set up a second factor first is a full one from now on.
 *
 * `POST /v1/users/finishPasskeyRegistration`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1022 (409), 1200 (400), 1209 (403)
 */
export const finishPasskeyRegistration: Command<'finishPasskeyRegistration'> = command('finishPasskeyRegistration');

/**
 * Signs a person in with the browser’s answer to a challenge of startPasskeySignIn, and gives the browser a session cookie. A passkey is both factors: no second step follows.
 *
 * `POST /v1/users/finishPasskeySignIn`, an extension of the documented interface. Needs no sign-in.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1200 (400)
 */
export const finishPasskeySignIn: Command<'finishPasskeySignIn'> = command('finishPasskeySignIn');

/**
 * Finishes a sign-in that signIn answered with secondStep, by a code of the authenticator app or a recovery code, and gives the browser a session cookie. Send one of the two. After 5 wrong codes the sign-in begins again with the password. To use a passkey instead, call startPasskeySignIn.
 *
 * `POST /v1/users/finishSignIn`, an extension of the documented interface. Needs no sign-in.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1200 (400)
 */
export const finishSignIn: Command<'finishSignIn'> = command('finishSignIn');

/**
 * Returns the passkeys of a person, whether they have a password and an authenticator app, and how many recovery codes are left. Never a secret. Administrators may ask for other people.
 *
 * `GET /v1/users/getFactors`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getFactors: Command<'getFactors'> = command('getFactors');

/**
 * Lists the accounts at identity providers that the caller, or for the administrator another user, signs in with.
 *
 * `GET /v1/users/getIdentityLinks`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getIdentityLinks: Command<'getIdentityLinks'> = command('getIdentityLinks');

/**
 * Returns the user that the request acts as, how they signed in, their session, and what they may do in each of their sub-projects.
 *
 * `GET /v1/users/getMe`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400)
 */
export const getMe: Command<'getMe'> = command('getMe');

/**
 * Lists the personal tokens of the caller without their secrets, newest first. The administrator may name another user. Tokens that have expired are listed for 30 days.
 *
 * `GET /v1/users/getPersonalTokens`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getPersonalTokens: Command<'getPersonalTokens'> = command('getPersonalTokens');

/**
 * Lists the sessions of the caller, the one used last first. The administrator may name another user. A person has 50 sessions at most.
 *
 * `GET /v1/users/getSessions`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getSessions: Command<'getSessions'> = command('getSessions');

/**
 * What a sign-in page offers. With an e-mail address, the identity providers that speak for its domain are marked; the answer does not depend on whether anybody has this address.
 *
 * `GET /v1/users/getSignInMethods`, an extension of the documented interface. Needs no sign-in.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1010 (503), 1200 (400)
 */
export const getSignInMethods: Command<'getSignInMethods'> = command('getSignInMethods');

/**
 * Removes a passkey of the person who is signed in. The last way to sign in cannot be removed.
 *
 * `POST /v1/users/removePasskey`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1209 (403)
 */
export const removePasskey: Command<'removePasskey'> = command('removePasskey');

/**
 * Ends the secret of the authenticator app of the person who is signed in. Refused where the installation requires a second factor and the person has no other.
 *
 * `POST /v1/users/removeTotp`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1209 (403)
 */
export const removeTotp: Command<'removeTotp'> = command('removeTotp');

/**
 * Gives a passkey of the person who is signed in another name.
 *
 * `POST /v1/users/renamePasskey`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1209 (403)
 */
export const renamePasskey: Command<'renamePasskey'> = command('renamePasskey');

/**
 * Sends a one-time link to a new e-mail address of the person who is signed in, and a notice to the present one. The change takes effect when the link is used, within 24 hours.
 *
 * `POST /v1/users/requestEmailChange`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400)
 */
export const requestEmailChange: Command<'requestEmailChange'> = command('requestEmailChange');

/**
 * Sends a one-time link to set a new password, if the address belongs to a person who is not disabled. The link works for 30 minutes. The answer is the same for every address, and takes the same time. If the server sends no e-mail, the answer says so: an administrator then creates a link with createPasswordResetLink.
 *
 * `POST /v1/users/requestPasswordReset`, an extension of the documented interface. Needs no sign-in.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1200 (400)
 */
export const requestPasswordReset: Command<'requestPasswordReset'> = command('requestPasswordReset');

/**
 * Uses a one-time link to set a new password. All sessions of the person end, and the person is told by e-mail. Passkeys and other factors stay. The person then signs in with the new password.
 *
 * `POST /v1/users/resetPassword`, an extension of the documented interface. Needs no sign-in.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1019 (410), 1200 (400)
 */
export const resetPassword: Command<'resetPassword'> = command('resetPassword');

/**
 * Ends a personal token of the caller; the administrator may end those of others. All servers refuse it within 2 seconds.
 *
 * `POST /v1/users/revokePersonalToken`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const revokePersonalToken: Command<'revokePersonalToken'> = command('revokePersonalToken');

/**
 * Stores the language that the caller has chosen, so that it is the same in every browser. getMe returns it; null means that of the browser.
 *
 * `POST /v1/users/setLocale`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400)
 */
export const setLocale: Command<'setLocale'> = command('setLocale');

/**
 * Sets or changes the password of the caller, and ends their other sessions. A password has at least 12 characters and is not easy to guess; there are no other rules. Personal tokens and tokens with scopes may not call it.
 *
 * `POST /v1/users/setPassword`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const setPassword: Command<'setPassword'> = command('setPassword');

/**
 * Signs a person in with e-mail address and password, and gives the browser a session cookie. For pages of the service itself: programs use userLogin or a personal token.
 *
 * `POST /v1/users/signIn`, an extension of the documented interface. Needs no sign-in.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1200 (400)
 */
export const signIn: Command<'signIn'> = command('signIn');

/**
 * Uses a one-time sign-in link, such as those that the demo prints for its people. For pages of the service itself.
 *
 * `POST /v1/users/signInWithLink`, an extension of the documented interface. Needs no sign-in.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1019 (410), 1200 (400)
 */
export const signInWithLink: Command<'signInWithLink'> = command('signInWithLink');

/**
 * Ends the session of the browser and takes its cookie away. A browser whose session has ended already gets the same answer. A person who signed in with an identity provider is still signed in there: send the browser to `identityProviderUrl` to end that too.
 *
 * `POST /v1/users/signOut`, an extension of the documented interface. Needs no sign-in.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1200 (400)
 */
export const signOut: Command<'signOut'> = command('signOut');

/**
 * Answers with the address to open in the same browser: there the person of the session signs in at the provider, and from then on can sign in here with that account. The addresses of the two accounts may differ. Needs a session.
 *
 * `POST /v1/users/startIdentityLink`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1020 (502), 1022 (409), 1200 (400)
 */
export const startIdentityLink: Command<'startIdentityLink'> = command('startIdentityLink');

/**
 * Returns what `navigator.credentials.create()` needs to make a passkey for the person who is signed in. The challenge is valid for 5 minutes and once.
 *
 * `POST /v1/users/startPasskeyRegistration`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1209 (403)
 */
export const startPasskeyRegistration: Command<'startPasskeyRegistration'> = command('startPasskeyRegistration');

/**
 * Returns what `navigator.credentials.get()` needs. It names no person: the browser offers the passkeys that it has. The challenge is valid for 5 minutes and once. It also serves stepUp.
 *
 * `POST /v1/users/startPasskeySignIn`, an extension of the documented interface. Needs no sign-in.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1200 (400)
 */
export const startPasskeySignIn: Command<'startPasskeySignIn'> = command('startPasskeySignIn');

/**
 * Makes a secret for an authenticator app (RFC 6238). It counts once confirmTotp was called with a code of it; one that was set up before counts until then. Only this answer contains the secret.
 *
 * `POST /v1/users/startTotp`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1209 (403)
 */
export const startTotp: Command<'startTotp'> = command('startTotp');

/**
 * Renews the sign-in of a session, as operations ask for that answer with ERROR_STEP_UP_REQUIRED. Send one of password, code, recoveryCode and passkey; for a passkey call startPasskeySignIn first. The answer gives the session another cookie.
 *
 * `POST /v1/users/stepUp`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1022 (409), 1200 (400), 1209 (403)
 */
export const stepUp: Command<'stepUp'> = command('stepUp');

/**
 * Changes the name of the person who is signed in. The name of a person whom an identity provider manages over SCIM is changed there (1009). requestEmailChange changes the e-mail address.
 *
 * `POST /v1/users/updateMe`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1209 (403)
 */
export const updateMe: Command<'updateMe'> = command('updateMe');

/**
 * Lists the processes that match the filters and that the caller may see, newest first.
 *
 * `GET /v1/process/getProcess`. Needs a role that grants `process.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403), 1209 (403), 1210 (403), 1221 (404), 1227 (500), 1230 (400), 1231 (400), 1232 (400)
 */
export const getProcess: Command<'getProcess'> = command('getProcess');

/**
 * Lists the users who may be assigned to a process, by name. With processId, only users whose role covers the stage of that process.
 *
 * `GET /v1/process/projects/getUsersForProcess`. Needs a role that grants `user.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const getUsersForProcess: Command<'getUsersForProcess'> = command('getUsersForProcess');

/**
 * Sets dynamic fields and, under their reserved names, state, priority and stageKey. Either all values are set or none. Send If-Match with a version to prevent lost updates.
 *
 * `POST /v1/process/updateProcessField`. Needs a role that grants `process.update`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1008 (412), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1210 (403), 1221 (404), 1224 (500), 1231 (400), 1232 (400)
 */
export const updateProcessField: Command<'updateProcessField'> = command('updateProcessField');

/**
 * Updates, in the background, every process that matches the filters and that the caller may see and update. Each process is updated as by updateProcessField, with the permissions the caller has at that time. A process that cannot be updated is reported and does not stop the others.
 *
 * `POST /v1/process/bulkUpdateProcesses`, an extension of the documented interface. Needs a role that grants `process.update`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1230 (400), 1231 (400), 1232 (400)
 */
export const bulkUpdateProcesses: Command<'bulkUpdateProcesses'> = command('bulkUpdateProcesses');

/**
 * Stops a bulk operation after the current batch. Processes that were already updated keep their new values, and runs that were started go on. A bulk operation that has ended is not affected. Only the user who requested it and the administrator may call this.
 *
 * `POST /v1/process/cancelBulkOperation`, an extension of the documented interface. Needs a role that grants `process.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1207 (403)
 */
export const cancelBulkOperation: Command<'cancelBulkOperation'> = command('cancelBulkOperation');

/**
 * Counts the processes that match the filters and that the caller may see, for each state, priority, stage or value of a field. The counts are exact and of one instant.
 *
 * `GET /v1/process/countProcesses`, an extension of the documented interface. Needs a role that grants `process.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403), 1230 (400), 1231 (400), 1232 (400)
 */
export const countProcesses: Command<'countProcesses'> = command('countProcesses');

/**
 * Creates a process in the initial state of its sub-project.
 *
 * `POST /v1/process/createProcess`, an extension of the documented interface. Needs a role that grants `process.create`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1222 (500), 1223 (409), 1231 (400), 1232 (400)
 */
export const createProcess: Command<'createProcess'> = command('createProcess');

/**
 * Erases a process with its runs, tasks, messages, comments and the files that no other process has. The audit log keeps who did what and when, without the values, and a row that says who deleted the process and why. It cannot be undone. Send If-Match with a version to delete only what you have seen.
 *
 * `POST /v1/process/deleteProcess`, an extension of the documented interface. Needs a role that grants `process.delete`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1008 (412), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1210 (403), 1221 (404), 1232 (400), 1712 (423)
 */
export const deleteProcess: Command<'deleteProcess'> = command('deleteProcess');

/**
 * Deletes one of the caller's own views, or a shared one that the caller may change.
 *
 * `POST /v1/process/views/deleteView`, an extension of the documented interface. Needs a role that grants `process.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1207 (403)
 */
export const deleteView: Command<'deleteView'> = command('deleteView');

/**
 * Streams every process that matches the filters and that the caller may see, newest first, with the fields the caller may see. In CSV, text that a spreadsheet would evaluate as a formula is prefixed with an apostrophe (OWASP: CSV injection).
 *
 * `GET /v1/process/exportProcesses`, an extension of the documented interface. Needs a role that grants `process.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403), 1230 (400), 1231 (400), 1232 (400)
 */
export const exportProcesses: Command<'exportProcesses'> = command('exportProcesses');

/**
 * Returns the progress of a bulk operation and a page of the processes that rejected it (the first 10,000 are kept). Only the user who requested it and the administrator may call this.
 *
 * `GET /v1/process/getBulkOperation`, an extension of the documented interface. Needs a role that grants `process.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403)
 */
export const getBulkOperation: Command<'getBulkOperation'> = command('getBulkOperation');

/**
 * Lists the caller's bulk operations, newest first; for the administrator, those of everybody.
 *
 * `GET /v1/process/getBulkOperations`, an extension of the documented interface. Needs a role that grants `process.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403)
 */
export const getBulkOperations: Command<'getBulkOperations'> = command('getBulkOperations');

/**
 * Lists the caller's own views of a list, and those that are shared with one of the caller's roles or with every member.
 *
 * `GET /v1/process/views/getViews`, an extension of the documented interface. Needs a role that grants `process.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403)
 */
export const getViews: Command<'getViews'> = command('getViews');

/**
 * Creates a process for each row of CSV or JSON lines, as createProcess does. If a row is not valid, no process is created. With dryRun, nothing is saved and the answer lists the lines that are not valid.
 *
 * `POST /v1/process/importProcesses`, an extension of the documented interface. Needs a role that grants `process.create`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1222 (500), 1223 (409), 1231 (400), 1232 (400)
 */
export const importProcesses: Command<'importProcesses'> = command('importProcesses');

/**
 * Saves a view of a list, or replaces one that exists. A person has 100 views of a kind at most. Views are shared by roles that manage members or may update every field, and by the administrator. Whoever has a shared view sees with it what they may see anyway.
 *
 * `POST /v1/process/views/saveView`, an extension of the documented interface. Needs a role that grants `process.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1207 (403), 1230 (400), 1231 (400), 1232 (400)
 */
export const saveView: Command<'saveView'> = command('saveView');

/**
 * Finds processes by the words in their searched fields, files and tasks by their names, comments by their texts, and all of them by the beginning of their id: what the lists of these show the caller, the newest first. Every word of the query must begin a word of the hit, without regard to case and accents.
 *
 * `GET /v1/search`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400)
 */
export const search: Command<'search'> = command('search');

/**
 * Lists the values of a searched field that begin with a prefix, without regard to case and accents, the most frequent first. Only processes on which the caller reads the field are counted.
 *
 * `GET /v1/suggest`, an extension of the documented interface. Needs a role that grants `process.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403), 1231 (400)
 */
export const suggest: Command<'suggest'> = command('suggest');

/**
 * Adds a comment to a process, optionally about one of its tasks or runs, or as a reply. Everybody who sees the process and may read comments sees it.
 *
 * `POST /v1/process/comments/addComment`, an extension of the documented interface. Needs a role that grants `comment.write`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1210 (403), 1221 (404), 1232 (400), 1704 (404)
 */
export const addComment: Command<'addComment'> = command('addComment');

/**
 * Deletes the text of a comment, with its earlier texts, for good. That there was a comment, and who deleted it, stays. Its author and the administrator may do it. Files of the comment stay attached to the process.
 *
 * `POST /v1/process/comments/deleteComment`, an extension of the documented interface. Needs a role that grants `comment.write`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1008 (412), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1210 (403)
 */
export const deleteComment: Command<'deleteComment'> = command('deleteComment');

/**
 * Lists the comments of a process, newest first. Deleted ones are shown without their text. A page ends sooner when its texts have more than 4 MiB; earlier texts are shown up to 4 MiB for each page.
 *
 * `GET /v1/process/comments/getComments`, an extension of the documented interface. Needs a role that grants `comment.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403), 1221 (404)
 */
export const getComments: Command<'getComments'> = command('getComments');

/**
 * Lists changes, comments, decisions, runs, tasks and files of a process, newest first. Comments need the right comment.read, runs, tasks and decisions workflow.read, and files file.read; kinds that the caller may not read are left out. Of changes the fields that the caller may not see are left out.
 *
 * `GET /v1/process/getProcessActivity`, an extension of the documented interface. Needs a role that grants `process.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403), 1210 (403), 1221 (404)
 */
export const getProcessActivity: Command<'getProcessActivity'> = command('getProcessActivity');

/**
 * Changes the text of a comment of the caller. The earlier text stays: getComments shows it with include=versions. Send If-Match with a version to change only what you have seen.
 *
 * `POST /v1/process/comments/updateComment`, an extension of the documented interface. Needs a role that grants `comment.write`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1008 (412), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1210 (403), 1232 (400)
 */
export const updateComment: Command<'updateComment'> = command('updateComment');

/**
 * Starts a run on a process and advances it until it has to wait or ends.
 *
 * `POST /v1/process/workflows/executeWorkflow`. Needs a role that grants `workflow.call`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403), 1239 (404)
 */
export const executeWorkflow: Command<'executeWorkflow'> = command('executeWorkflow');

/**
 * Lists runs, newest first, optionally of one process, stage or workflow, or a single run. Extension: also by state, open incidents, active element, version and times; all conditions must be true.
 *
 * `GET /v1/process/getWorkflowRuns`. Needs a role that grants `workflow.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const getWorkflowRuns: Command<'getWorkflowRuns'> = command('getWorkflowRuns');

/**
 * Lists the workflows that are configured for the sub-project, optionally only those of some stages.
 *
 * `GET /v1/process/getWorkflows`. Needs a role that grants `workflow.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const getWorkflows: Command<'getWorkflows'> = command('getWorkflows');

/**
 * Completes the open human task of a paused run with a decision. On a task that several persons decide, the decision is the vote of the caller, and `comment` its reason.
 *
 * `POST /v1/process/workflows/resumeWorkflowRunsApi`. Needs a role that grants `workflow.call`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403), 1232 (400)
 */
export const resumeWorkflowRunsApi: Command<'resumeWorkflowRunsApi'> = command('resumeWorkflowRunsApi');

/**
 * Delivers a signal to every run of the sub-project that waits for it.
 *
 * `POST /v1/process/workflows/broadcastSignal`, an extension of the documented interface. Needs a role that grants `workflow.call`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const broadcastSignal: Command<'broadcastSignal'> = command('broadcastSignal');

/**
 * Starts, in the background, one run on every process that matches the filters and that the caller may see and execute the workflow on. Each run is started as by executeWorkflow, with the permissions the caller has at that time. A process on which no run can be started is reported and does not stop the others.
 *
 * `POST /v1/process/workflows/bulkExecuteWorkflow`, an extension of the documented interface. Needs a role that grants `workflow.call`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1230 (400), 1231 (400), 1232 (400)
 */
export const bulkExecuteWorkflow: Command<'bulkExecuteWorkflow'> = command('bulkExecuteWorkflow');

/**
 * Returns the BPMN file of a workflow, exactly as deployed: the current version, or the version that a run follows.
 *
 * `GET /v1/process/workflows/getWorkflowDiagram`, an extension of the documented interface. Needs a role that grants `workflow.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const getWorkflowDiagram: Command<'getWorkflowDiagram'> = command('getWorkflowDiagram');

/**
 * Delivers a message, by name and correlation key, to the run that waits for it, or starts a workflow that begins with this message. Otherwise the message is kept for timeToLive.
 *
 * `POST /v1/process/workflows/publishMessage`, an extension of the documented interface. Needs a role that grants `workflow.call`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const publishMessage: Command<'publishMessage'> = command('publishMessage');

/**
 * Assigns an open task to a user who can see and complete it. The assignee, a candidate of an unassigned task and operators may do this.
 *
 * `POST /v1/process/workflows/assignTask`, an extension of the documented interface. Needs a role that grants `workflow.call`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403), 1232 (400)
 */
export const assignTask: Command<'assignTask'> = command('assignTask');

/**
 * Casts the vote of the caller on a task that several persons decide (`millrace:approval` in the diagram). Each person has one vote, which does not change. The task closes when the votes are enough, or can no longer be. Who may vote, also by the rules of separation, is judged with every vote while the run is locked; explainApproval tells why somebody may not. Operators and administrators vote only as candidates.
 *
 * `POST /v1/process/workflows/castVote`, an extension of the documented interface. Needs a role that grants `workflow.call`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403), 1232 (400)
 */
export const castVote: Command<'castVote'> = command('castVote');

/**
 * Assigns an open task to the caller, who must be a candidate for it. If several callers claim it at the same time, one succeeds and the others get 1009.
 *
 * `POST /v1/process/workflows/claimTask`, an extension of the documented interface. Needs a role that grants `workflow.call`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403)
 */
export const claimTask: Command<'claimTask'> = command('claimTask');

/**
 * Completes up to 200 open tasks with the same decision, each by itself: a task that is refused keeps no other from being completed, and its error is its result. On a task that several persons decide, the decision is the vote of the caller. Send an Idempotency-Key: then a request that is repeated completes nothing twice and gives the same results, also when it broke off before.
 *
 * `POST /v1/process/workflows/decideTasks`, an extension of the documented interface. Needs a role that grants `workflow.call`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const decideTasks: Command<'decideTasks'> = command('decideTasks');

/**
 * Deletes what the caller has typed into a form. Nothing happens if there is no such draft. A token with scopes may not.
 *
 * `POST /v1/users/deleteDraft`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const deleteDraft: Command<'deleteDraft'> = command('deleteDraft');

/**
 * Tells whether a person may vote on a task that several persons decide and, if not, every reason: the roles, the row filter, the candidates, separation of duty. Judged as castVote judges. Asking about another member needs a role with `operate` or `members`; whether a rule on fields that the caller does not read excludes another member is not told.
 *
 * `GET /v1/process/workflows/explainApproval`, an extension of the documented interface. Needs a role that grants `workflow.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1009 (409), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403)
 */
export const explainApproval: Command<'explainApproval'> = command('explainApproval');

/**
 * Returns a task that several persons decide with its votes, how many approvals are still needed, who can still vote, and which candidates the rules of separation exclude, with the reasons. About others, rules on fields of the process that the caller does not read are left out. Looks at 1000 persons at most.
 *
 * `GET /v1/process/workflows/getApprovalStatus`, an extension of the documented interface. Needs a role that grants `workflow.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1009 (409), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403)
 */
export const getApprovalStatus: Command<'getApprovalStatus'> = command('getApprovalStatus');

/**
 * Returns what the caller has typed into a form and not sent yet. A token with scopes may not.
 *
 * `GET /v1/users/getDraft`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getDraft: Command<'getDraft'> = command('getDraft');

/**
 * Lists open tasks that are assigned to people who are disabled, by priority and age: somebody else has to take them over. An operator completes them, or releases them with releaseTask so that others may claim them.
 *
 * `GET /v1/process/workflows/getHandover`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const getHandover: Command<'getHandover'> = command('getHandover');

/**
 * Lists the tasks of the caller in all sub-projects, each with what it is about and what the caller may do with it: tasks assigned to the caller, tasks the caller may claim, or tasks the caller completed. It looks at the first 200 sub-projects of the caller by name.
 *
 * `GET /v1/process/workflows/getInbox`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400)
 */
export const getInbox: Command<'getInbox'> = command('getInbox');

/**
 * Returns a task with all that a decision needs: its form, the process with the fields that the caller sees, its files, earlier decisions of the run, why the caller is asked, and what the caller may do.
 *
 * `GET /v1/process/workflows/getTask`, an extension of the documented interface. Needs a role that grants `workflow.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403)
 */
export const getTask: Command<'getTask'> = command('getTask');

/**
 * Lists human tasks by priority and age: tasks assigned to the caller, tasks the caller may claim, or all tasks the caller may see.
 *
 * `GET /v1/process/workflows/getTasks`, an extension of the documented interface. Needs a role that grants `workflow.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const getTasks: Command<'getTasks'> = command('getTasks');

/**
 * Returns what completing a task would do until the run waits again: changes of the process, tasks that open, work for the server and for workers, the end of the run. Nothing is changed. What jobs answer later is not known.
 *
 * `POST /v1/process/workflows/previewDecision`, an extension of the documented interface. Needs a role that grants `workflow.call`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403), 1232 (400)
 */
export const previewDecision: Command<'previewDecision'> = command('previewDecision');

/**
 * Removes the assignee of a claimed task, so that its candidates can claim it.
 *
 * `POST /v1/process/workflows/releaseTask`, an extension of the documented interface. Needs a role that grants `workflow.call`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403)
 */
export const releaseTask: Command<'releaseTask'> = command('releaseTask');

/**
 * Keeps what the caller has typed into a form, for all devices of the caller: at most 256 kB, at most 200 drafts of a person, for 90 days after the last save. A draft of a task ends with the task. If another device saved meanwhile, the answer is 1009: read the draft, and save with its version. A token with scopes may not.
 *
 * `POST /v1/users/saveDraft`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403), 1232 (400)
 */
export const saveDraft: Command<'saveDraft'> = command('saveDraft');

/**
 * Changes when an open task is due or to be followed up, or its priority. Its assignee and operators may do this. Members that are left out stay as they are.
 *
 * `POST /v1/process/workflows/updateTask`, an extension of the documented interface. Needs a role that grants `workflow.call`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403)
 */
export const updateTask: Command<'updateTask'> = command('updateTask');

/**
 * Evaluates a decision with the values of the request. Nothing is stored or counted. When there is no result, failure says why.
 *
 * `POST /v1/process/decisions/evaluateDecision`, an extension of the documented interface. Needs a role that grants `workflow.call`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const evaluateDecision: Command<'evaluateDecision'> = command('evaluateDecision');

/**
 * Counts, for each rule of a DMN file, how often it applied in runs. Rules that never applied may be missing inputs or dead.
 *
 * `GET /v1/process/decisions/getDecisionCoverage`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const getDecisionCoverage: Command<'getDecisionCoverage'> = command('getDecisionCoverage');

/**
 * Returns a DMN file exactly as deployed: the current version, or an earlier one.
 *
 * `GET /v1/process/decisions/getDecisionDiagram`, an extension of the documented interface. Needs a role that grants `workflow.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const getDecisionDiagram: Command<'getDecisionDiagram'> = command('getDecisionDiagram');

/**
 * Lists the decisions of the DMN files of the current configuration, in the order of the document and of the files.
 *
 * `GET /v1/process/decisions/getDecisions`, an extension of the documented interface. Needs a role that grants `workflow.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const getDecisions: Command<'getDecisions'> = command('getDecisions');

/**
 * Evaluates a changed DMN file with the inputs of the latest evaluations of a decision by runs, and lists those that would come out differently. Only processes of which the caller reads every field are compared, because the file may use any of them. Nothing is changed.
 *
 * `POST /v1/process/decisions/simulateDecision`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1232 (400)
 */
export const simulateDecision: Command<'simulateDecision'> = command('simulateDecision');

/**
 * Verifies that the file is in the storage and unlocks it. Closing a closed file returns the same answer.
 *
 * `POST /v1/process/knowledges/closeSignedStorage`. Needs a role that grants `file.create`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1704 (404), 1709 (502), 1715 (409), 1720 (507)
 */
export const closeSignedStorage: Command<'closeSignedStorage'> = command('closeSignedStorage');

/**
 * Reserves a file and returns the signed form with which to upload it straight to the object storage.
 *
 * `POST /v1/process/knowledges/createSignedStorage`. Needs a role that grants `file.create`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1704 (404), 1709 (502), 1720 (507), 1721 (413)
 */
export const createSignedStorage: Command<'createSignedStorage'> = command('createSignedStorage');

/**
 * Deletes files, or recovers deleted files. Either all files are changed or none; repeating the request has no further effect.
 *
 * `POST /v1/process/knowledges/deleteStorage`. Needs a role that grants `file.delete`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1704 (404), 1712 (423)
 */
export const deleteStorage: Command<'deleteStorage'> = command('deleteStorage');

/**
 * Lists the files of a sub-project, newest first.
 *
 * `GET /v1/process/knowledges/listStorage`. Needs a role that grants `file.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const listStorage: Command<'listStorage'> = command('listStorage');

/**
 * Returns a temporary pre-signed address, valid without a bearer token until it expires.
 *
 * `POST /v1/process/knowledges/urlStorage`. Needs a role that grants `file.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403), 1704 (404), 1709 (502), 1722 (423)
 */
export const urlStorage: Command<'urlStorage'> = command('urlStorage');

/**
 * Ends an open upload and deletes the file and the uploaded parts.
 *
 * `POST /v1/process/knowledges/abortMultipartStorage`, an extension of the documented interface. Needs a role that grants `file.create`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1704 (404), 1712 (423), 1715 (409)
 */
export const abortMultipartStorage: Command<'abortMultipartStorage'> = command('abortMultipartStorage');

/**
 * Attaches a closed file that the caller sees, or has uploaded, to a process. Everybody who sees the process sees it then. Attaching it again changes nothing.
 *
 * `POST /v1/process/knowledges/attachFile`, an extension of the documented interface. Needs a role that grants `file.create`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1210 (403), 1221 (404), 1704 (404)
 */
export const attachFile: Command<'attachFile'> = command('attachFile');

/**
 * Joins the uploaded parts, verifies the file as closeSignedStorage does and unlocks it. Completing a completed upload returns the same answer.
 *
 * `POST /v1/process/knowledges/completeMultipartStorage`, an extension of the documented interface. Needs a role that grants `file.create`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1704 (404), 1709 (502), 1715 (409), 1720 (507)
 */
export const completeMultipartStorage: Command<'completeMultipartStorage'> = command('completeMultipartStorage');

/**
 * Reserves a file that is uploaded in parts straight to the object storage. Use it for large files and unreliable networks: parts are signed with signStorageParts and can be sent in any order, repeated, and continued after a pause.
 *
 * `POST /v1/process/knowledges/createMultipartStorage`, an extension of the documented interface. Needs a role that grants `file.create`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1709 (502), 1720 (507), 1721 (413)
 */
export const createMultipartStorage: Command<'createMultipartStorage'> = command('createMultipartStorage');

/**
 * Takes a file from a process without deleting it. A file that no process has any more is seen by who uploaded it, and by the administrator. While a field of the process that the caller reads names the file it is refused (1009): clear the field first.
 *
 * `POST /v1/process/knowledges/detachFile`, an extension of the documented interface. Needs a role that grants `file.create`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1210 (403), 1221 (404), 1704 (404), 1712 (423)
 */
export const detachFile: Command<'detachFile'> = command('detachFile');

/**
 * Gives a closed file that the caller sees another name. Downloads have the new name at once.
 *
 * `POST /v1/process/knowledges/renameFile`, an extension of the documented interface. Needs a role that grants `file.create`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1704 (404), 1712 (423)
 */
export const renameFile: Command<'renameFile'> = command('renameFile');

/**
 * Returns a temporary address for each requested part, to which the part is sent by PUT, and lists the parts that are already uploaded. To continue an interrupted upload, call it without partNumbers.
 *
 * `POST /v1/process/knowledges/signStorageParts`, an extension of the documented interface. Needs a role that grants `file.create`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1704 (404), 1709 (502), 1715 (409), 1720 (507)
 */
export const signStorageParts: Command<'signStorageParts'> = command('signStorageParts');

/**
 * Leases open jobs of one type to a worker. Without an open job, it waits up to requestTimeout milliseconds for one (long polling).
 *
 * `POST /v1/process/workflows/activateJobs`, an extension of the documented interface. Needs a role that grants `job.work`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const activateJobs: Command<'activateJobs'> = command('activateJobs');

/**
 * Completes an activated job and advances its run. Rejected with 1009, without any effect, when the token is not the current one.
 *
 * `POST /v1/process/workflows/completeJob`, an extension of the documented interface. Needs a role that grants `job.work`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const completeJob: Command<'completeJob'> = command('completeJob');

/**
 * Extends the lease of an activated job. Rejected with 1009, without any effect, when the token is not the current one.
 *
 * `POST /v1/process/workflows/extendJobLease`, an extension of the documented interface. Needs a role that grants `job.work`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const extendJobLease: Command<'extendJobLease'> = command('extendJobLease');

/**
 * Reports a failed attempt. When no retries are left, the run gets an incident. Rejected with 1009, without any effect, when the token is not the current one.
 *
 * `POST /v1/process/workflows/failJob`, an extension of the documented interface. Needs a role that grants `job.work`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const failJob: Command<'failJob'> = command('failJob');

/**
 * Ends the job with a BPMN error, which a boundary event of the diagram can catch. An uncaught error raises an incident. Rejected with 1009, without any effect, when the token is not the current one.
 *
 * `POST /v1/process/workflows/throwJobError`, an extension of the documented interface. Needs a role that grants `job.work`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const throwJobError: Command<'throwJobError'> = command('throwJobError');

/**
 * Makes a webhook: events of the sub-project are sent to a URL from now on, signed as Standard Webhooks says. It belongs to the caller: its roles decide, when an event is sent, whether it is sent and with which fields. Only this answer contains the secret.
 *
 * `POST /v1/process/events/createEventSubscription`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1231 (400), 1232 (400)
 */
export const createEventSubscription: Command<'createEventSubscription'> = command('createEventSubscription');

/**
 * Creates a ticket with which a browser opens streamEvents, because EventSource cannot send an Authorization header. A ticket is good for one stream of the sub-project, within 30 seconds. The stream ends with the token that asked for the ticket.
 *
 * `POST /v1/process/events/createStreamTicket`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const createStreamTicket: Command<'createStreamTicket'> = command('createStreamTicket');

/**
 * Deletes a subscription with its secrets and its deliveries. Requests under way are finished.
 *
 * `POST /v1/process/events/deleteEventSubscription`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const deleteEventSubscription: Command<'deleteEventSubscription'> = command('deleteEventSubscription');

/**
 * Lists what became of the events of a subscription, the latest event first. Those that were delivered or skipped are kept for seven days, the others as long as the log keeps the event.
 *
 * `GET /v1/process/events/deliveries`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1232 (400)
 */
export const getDeliveries: Command<'getDeliveries'> = command('getDeliveries');

/**
 * Lists the event subscriptions of the caller in a sub-project, newest first; for the administrator, those of everybody.
 *
 * `GET /v1/process/events/subscriptions`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const getEventSubscriptions: Command<'getEventSubscriptions'> = command('getEventSubscriptions');

/**
 * Lists the types of events with the JSON Schema of their data.
 *
 * `GET /v1/process/events/types`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1232 (400)
 */
export const getEventTypes: Command<'getEventTypes'> = command('getEventTypes');

/**
 * Returns the events after a position, oldest first, as far as the role of the caller may see them. Send `next` of the answer as `afterPosition` of the next request. With waitSeconds, it waits for an event when there is none (long polling).
 *
 * `GET /v1/process/events`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1221 (404), 1232 (400)
 */
export const getEvents: Command<'getEvents'> = command('getEvents');

/**
 * Sends events of the log to one subscription again, also those that were delivered, with `replay: true` and the webhook-id of the first time. Events that wait or are dead are left to retryDeliveries. New events are sent at the same time.
 *
 * `POST /v1/process/events/replayEvents`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1232 (400)
 */
export const replayEvents: Command<'replayEvents'> = command('replayEvents');

/**
 * Makes deliveries due now that wait for a later attempt or are dead: those that are named, or those that match. Deliveries that were delivered or skipped are sent again by replayEvents.
 *
 * `POST /v1/process/events/retryDeliveries`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1232 (400)
 */
export const retryDeliveries: Command<'retryDeliveries'> = command('retryDeliveries');

/**
 * Returns, once, the signing secret of a subscription that the administrator made for the caller. Later requests are refused: rotateSubscriptionSecret makes another one.
 *
 * `POST /v1/process/events/revealSubscriptionSecret`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const revealSubscriptionSecret: Command<'revealSubscriptionSecret'> = command('revealSubscriptionSecret');

/**
 * Makes a new signing secret. For overlapSeconds, requests carry a signature with the old one too, so that no event is refused while the receiver changes over.
 *
 * `POST /v1/process/events/rotateSubscriptionSecret`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const rotateSubscriptionSecret: Command<'rotateSubscriptionSecret'> = command('rotateSubscriptionSecret');

/**
 * Gives a delivery up that waits or is dead. With ordering "process", the next event of the process is sent then.
 *
 * `POST /v1/process/events/skipDelivery`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const skipDelivery: Command<'skipDelivery'> = command('skipDelivery');

/**
 * Sends events as they happen, as server-sent events (WHATWG): `id` is the position, `event` the type, `data` the event as JSON. A client that reconnects with Last-Event-ID gets every event after that position. `reset` says that events after it were deleted; `end` says why the server ends the stream. A comment is sent every 15 seconds.
 *
 * `GET /v1/process/events/stream`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1221 (404), 1232 (400)
 */
export const streamEvents: Command<'streamEvents'> = command('streamEvents');

/**
 * Sends an event of the type webhook.test to the receiver now, with the same signatures and limits as other events, and answers with what came back. The receiver is given 30 seconds.
 *
 * `POST /v1/process/events/testEventSubscription`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const testEventSubscription: Command<'testEventSubscription'> = command('testEventSubscription');

/**
 * Changes the settings that are sent, or pauses and resumes it. Resuming goes on where it stopped.
 *
 * `POST /v1/process/events/updateEventSubscription`, an extension of the documented interface. Needs a role that grants `event.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1231 (400), 1232 (400)
 */
export const updateEventSubscription: Command<'updateEventSubscription'> = command('updateEventSubscription');

/**
 * Creates an address where another service delivers events. A signed delivery creates a process, publishes a message, or both, in one transaction and once for each delivery id. It acts with the roles of one user. The secret is shown once.
 *
 * `POST /v1/process/hooks/createInboundHook`, an extension of the documented interface. Needs a role that grants `hook.manage`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1232 (400)
 */
export const createInboundHook: Command<'createInboundHook'> = command('createInboundHook');

/**
 * Deletes a hook with its receipts. Deliveries to its address are refused from then on.
 *
 * `POST /v1/process/hooks/deleteInboundHook`, an extension of the documented interface. Needs a role that grants `hook.manage`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403)
 */
export const deleteInboundHook: Command<'deleteInboundHook'> = command('deleteInboundHook');

/**
 * Deletes a secret. Jobs that name it become incidents from then on. `usedBy` of getSecrets tells which elements name it.
 *
 * `POST /v1/process/secrets/deleteSecret`, an extension of the documented interface. Needs a role that grants `secret.manage`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403)
 */
export const deleteSecret: Command<'deleteSecret'> = command('deleteSecret');

/**
 * Lists the inbound hooks of a sub-project by name, without their secrets.
 *
 * `GET /v1/process/hooks`, an extension of the documented interface. Needs a role that grants `hook.manage`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const getInboundHooks: Command<'getInboundHooks'> = command('getInboundHooks');

/**
 * Lists what became of the deliveries of a hook, newest first. Accepted ones are kept for 30 days, ignored and failed ones for 7 days, and a sample of those that were refused for a day.
 *
 * `GET /v1/process/hooks/receipts`, an extension of the documented interface. Needs a role that grants `hook.manage`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const getInboundReceipts: Command<'getInboundReceipts'> = command('getInboundReceipts');

/**
 * Lists the secrets of a sub-project by name, with where they are used. Values are never returned.
 *
 * `GET /v1/process/secrets`, an extension of the documented interface. Needs a role that grants `secret.manage`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const getSecrets: Command<'getSecrets'> = command('getSecrets');

/**
 * Gives a hook a new secret, which is shown once, or the one that the sender has. The old one is accepted for overlapSeconds. Only the administrator and the user whose roles apply may do this.
 *
 * `POST /v1/process/hooks/rotateInboundHookSecret`, an extension of the documented interface. Needs a role that grants `hook.manage`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1232 (400)
 */
export const rotateInboundHookSecret: Command<'rotateInboundHookSecret'> = command('rotateInboundHookSecret');

/**
 * Creates a secret or replaces its value and, if `hosts` is sent, its hosts. Diagrams name it as `{{secrets.<name>}}` in jobs of the types `http` and `io.camunda:http-json:1`. No operation returns the value. Jobs use a new value from their next attempt on.
 *
 * `POST /v1/process/secrets/setSecret`, an extension of the documented interface. Needs a role that grants `secret.manage`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1232 (400)
 */
export const setSecret: Command<'setSecret'> = command('setSecret');

/**
 * Says what a delivery with this body would do, and changes nothing. The signature is not checked. Only the administrator and the user whose roles apply may do this.
 *
 * `POST /v1/process/hooks/testInboundHook`, an extension of the documented interface. Needs a role that grants `hook.manage`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403)
 */
export const testInboundHook: Command<'testInboundHook'> = command('testInboundHook');

/**
 * Replaces the members that are given. Only the administrator and the user whose roles apply may change a hook.
 *
 * `POST /v1/process/hooks/updateInboundHook`, an extension of the documented interface. Needs a role that grants `hook.manage`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1232 (400)
 */
export const updateInboundHook: Command<'updateInboundHook'> = command('updateInboundHook');

/**
 * Activates elements of an ad-hoc sub-process that is open in a run, each with variables of its own.
 *
 * `POST /v1/process/workflows/activateElements`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const activateElements: Command<'activateElements'> = command('activateElements');

/**
 * Ends a run with its open tasks, jobs and timers.
 *
 * `POST /v1/process/workflows/cancelWorkflowRun`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const cancelWorkflowRun: Command<'cancelWorkflowRun'> = command('cancelWorkflowRun');

/**
 * Groups incidents by workflow and fingerprint: kind, element and the part of the message that does not change. Largest groups first, at most 200; of more than 20,000 incidents the newest 20,000 are grouped.
 *
 * `GET /v1/process/workflows/getIncidentGroups`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const getIncidentGroups: Command<'getIncidentGroups'> = command('getIncidentGroups');

/**
 * Lists incidents of runs, newest first; without `state`, the open ones. Send `next` as `after` to get the next page.
 *
 * `GET /v1/process/workflows/getIncidents`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const getIncidents: Command<'getIncidents'> = command('getIncidents');

/**
 * Lists, in order, each element that was entered, completed or cancelled, with times and variables. It is enough to colour the diagram.
 *
 * `GET /v1/process/workflows/getRunTimeline`, an extension of the documented interface. Needs a role that grants `workflow.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403)
 */
export const getRunTimeline: Command<'getRunTimeline'> = command('getRunTimeline');

/**
 * Returns the progress and the results of a comparison that reconcileStorage started.
 *
 * `GET /v1/process/knowledges/getStorageReconciliation`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getStorageReconciliation: Command<'getStorageReconciliation'> = command('getStorageReconciliation');

/**
 * Returns how many bytes files and open uploads take, and how much purgeStorage would free.
 *
 * `GET /v1/process/knowledges/getStorageUsage`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1202 (404), 1205 (403)
 */
export const getStorageUsage: Command<'getStorageUsage'> = command('getStorageUsage');

/**
 * A self-check: lists unfinished runs that have no job, timer, task or incident left to advance them. A run that is listed is a defect in Millrace. Failed runs are not listed here. A page looks at 10,000 unfinished runs, so it may be empty and still have a next one.
 *
 * `GET /v1/process/workflows/getStuckRuns`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const getStuckRuns: Command<'getStuckRuns'> = command('getStuckRuns');

/**
 * Returns a run with its variables, open tasks, jobs, timers, waits and incidents.
 *
 * `GET /v1/process/workflows/getWorkflowRun`, an extension of the documented interface. Needs a role that grants `workflow.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403)
 */
export const getWorkflowRun: Command<'getWorkflowRun'> = command('getWorkflowRun');

/**
 * Moves a run to another version of its workflow. Rejected, with the reasons, when the run cannot continue in that version.
 *
 * `POST /v1/process/workflows/migrateRun`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const migrateRun: Command<'migrateRun'> = command('migrateRun');

/**
 * Activates elements of a run, terminates element instances and moves them, all together or not at all. With dryRun, the answer says what would change, and nothing does.
 *
 * `POST /v1/process/workflows/modifyRun`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const modifyRun: Command<'modifyRun'> = command('modifyRun');

/**
 * Cancels an element instance and activates another element of the same scope instead.
 *
 * `POST /v1/process/workflows/moveToken`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const moveToken: Command<'moveToken'> = command('moveToken');

/**
 * Frees space: purges files that are deleted, although they could still be recovered. Purged files cannot be recovered. A request purges up to 1000 files, the ones deleted first; repeat it while hasMore is true. Sub-projects under legal hold are left out.
 *
 * `POST /v1/process/knowledges/purgeStorage`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1202 (404), 1207 (403), 1712 (423)
 */
export const purgeStorage: Command<'purgeStorage'> = command('purgeStorage');

/**
 * Starts a comparison of the files with the objects in their stores, in the background. Call getStorageReconciliation for its progress. Without repair, nothing is changed.
 *
 * `POST /v1/process/knowledges/reconcileStorage`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1202 (404), 1207 (403), 1709 (502)
 */
export const reconcileStorage: Command<'reconcileStorage'> = command('reconcileStorage');

/**
 * Decides about a file in quarantine: scan sends it to the scanner again, release allows downloads without a verdict of the scanner.
 *
 * `POST /v1/process/knowledges/resolveQuarantine`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1202 (404), 1207 (403), 1704 (404)
 */
export const resolveQuarantine: Command<'resolveQuarantine'> = command('resolveQuarantine');

/**
 * Resolves an incident by trying again, with more attempts or corrected variables.
 *
 * `POST /v1/process/workflows/retryIncident`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
 */
export const retryIncident: Command<'retryIncident'> = command('retryIncident');

/**
 * Creates an empty sub-project. Deploy a configuration to it before use.
 *
 * `POST /v1/process/projects/createSubProject`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1206 (403)
 */
export const createSubProject: Command<'createSubProject'> = command('createSubProject');

/**
 * Validates a configuration document with its BPMN and DMN files, runs the tests of its decisions and makes it the current version of the sub-project. Deploying an unchanged document has no effect. With dryRun, nothing is saved.
 *
 * `POST /v1/process/projects/deploySubProject`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1202 (404), 1207 (403), 1232 (400)
 */
export const deploySubProject: Command<'deploySubProject'> = command('deploySubProject');

/**
 * Explains why a user may or may not call an operation, optionally on a process and with a field. Returns the checks in their order, the roles considered, the check that decided and the error that the operation would answer. Callers may ask about themselves; the administrator and roles that may read the audit log may ask about other users.
 *
 * `GET /v1/process/projects/explainAccess`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1232 (400)
 */
export const explainAccess: Command<'explainAccess'> = command('explainAccess');

/**
 * Lists the people with roles in a sub-project by name, each with where the roles come from: the document or setMemberRoles, directly or through a group, and since when. Also lists the groups that have roles. For roles with `members` or `audit`.
 *
 * `GET /v1/process/projects/getMembers`, an extension of the documented interface. Needs a role that grants `member.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
 */
export const getMembers: Command<'getMembers'> = command('getMembers');

/**
 * Returns a deployed configuration of a sub-project with its BPMN files.
 *
 * `GET /v1/process/projects/getSubProjectConfiguration`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1205 (403)
 */
export const getSubProjectConfiguration: Command<'getSubProjectConfiguration'> = command('getSubProjectConfiguration');

/**
 * Returns what a form or a list of processes needs to know: the fields with their schemas, the states and their transitions, priorities, stages, limits of files and workflows, with what the roles of the caller allow. Rights of all roles count; on a process fewer may apply, because roles can be limited to stages or rows. Send the ETag of the last answer as If-None-Match: when nothing has changed the answer is 304 without a body.
 *
 * `GET /v1/process/projects/getSubProjectSchema`, an extension of the documented interface. Needs a role that grants `process.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403)
 */
export const getSubProjectSchema: Command<'getSubProjectSchema'> = command('getSubProjectSchema');

/**
 * Lists the sub-projects that the caller is a member of, by name. The administrator sees all sub-projects.
 *
 * `GET /v1/process/projects/getSubProjects`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400)
 */
export const getSubProjects: Command<'getSubProjects'> = command('getSubProjects');

/**
 * Invites a person who has no user yet, by a one-time link that works for 7 days. Who accepts gets a user with these roles. Callers may give the roles that they may give with setMemberRoles, now and when the person accepts. The link is sent by e-mail; if the server sends no e-mail, only administrators may invite (1009), and the answer shows it once. Others than administrators send 50 invitations an hour at most (1003).
 *
 * `POST /v1/process/projects/inviteMember`, an extension of the documented interface. Needs a role that grants `member.manage`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1232 (400)
 */
export const inviteMember: Command<'inviteMember'> = command('inviteMember');

/**
 * Sets the roles that a person or a group is given in a sub-project, without a deployment. Roles that the document gives must be among them: only a deployment takes those away. Roles through groups are not touched. A later deployment keeps what was given here. Callers other than the administrator need a role with `members`, and may give and take away only the roles that it lists, or, with `members: true`, roles that grant no more than a role of their own.
 *
 * `POST /v1/process/projects/setMemberRoles`, an extension of the documented interface. Needs a role that grants `member.manage`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1232 (400)
 */
export const setMemberRoles: Command<'setMemberRoles'> = command('setMemberRoles');

/**
 * Registers an application that may act as people who allow it (OAuth 2, authorization code with PKCE, or device code). Only this answer contains the secret of a confidential one.
 *
 * `POST /v1/users/createApplication`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1206 (403)
 */
export const createApplication: Command<'createApplication'> = command('createApplication');

/**
 * Creates client credentials for a user. Only this answer contains the secret.
 *
 * `POST /v1/users/createClient`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1206 (403)
 */
export const createClient: Command<'createClient'> = command('createClient');

/**
 * Creates a group without people. A sub-project gives it roles in its document (`members: [{ group, roles }]`) or with setMemberRoles. If a SCIM client later sends a group of the same name, it is this one.
 *
 * `POST /v1/users/createGroup`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1206 (403)
 */
export const createGroup: Command<'createGroup'> = command('createGroup');

/**
 * Lets people sign in with an OpenID Connect provider. The discovery document of the issuer is read first, so the provider must be reachable. The answer has the addresses to register at the provider. Providers can also be in the settings of the server (`MILLRACE_OIDC_…`).
 *
 * `POST /v1/users/createIdentityProvider`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1020 (502), 1022 (409), 1200 (400), 1206 (403)
 */
export const createIdentityProvider: Command<'createIdentityProvider'> = command('createIdentityProvider');

/**
 * Creates a one-time link with which a person sets a new password within 30 minutes, for you to pass on. Links that were created before for the person end. It is also how a person who was created by createUser gets a first password.
 *
 * `POST /v1/users/createPasswordResetLink`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const createPasswordResetLink: Command<'createPasswordResetLink'> = command('createPasswordResetLink');

/**
 * Creates a token with which an identity provider manages people and groups at `/scim/v2` (SCIM 2.0). Only this answer contains the token. An installation has 20 at most.
 *
 * `POST /v1/users/createScimToken`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1206 (403)
 */
export const createScimToken: Command<'createScimToken'> = command('createScimToken');

/**
 * Creates a person or a service account. Roles come from the members of each sub-project.
 *
 * `POST /v1/users/createUser`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1206 (403)
 */
export const createUser: Command<'createUser'> = command('createUser');

/**
 * Deletes an application with everything that people allowed it. All servers refuse its tokens within 2 seconds. The built-in application of the command line cannot be deleted; disable it with updateApplication.
 *
 * `POST /v1/users/deleteApplication`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const deleteApplication: Command<'deleteApplication'> = command('deleteApplication');

/**
 * Deletes a group. Refused while a sub-project gives it roles, because the people in it would lose them: take the roles away first.
 *
 * `POST /v1/users/deleteGroup`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const deleteGroup: Command<'deleteGroup'> = command('deleteGroup');

/**
 * Deletes a provider with the links of its people and the groups that they had from it, and ends the sessions that began there within two seconds. Users stay; people without another way to sign in need a new one, for example an invitation. A provider from the settings of the server is removed there (1009).
 *
 * `POST /v1/users/deleteIdentityProvider`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const deleteIdentityProvider: Command<'deleteIdentityProvider'> = command('deleteIdentityProvider');

/**
 * Lists the applications that may act as people, newest first, without their secrets.
 *
 * `GET /v1/users/getApplications`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getApplications: Command<'getApplications'> = command('getApplications');

/**
 * Lists client credentials, without their secrets.
 *
 * `GET /v1/users/getClients`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getClients: Command<'getClients'> = command('getClients');

/**
 * Lists the applications that you allowed to act as you, and what each may do. A token with scopes may not.
 *
 * `GET /v1/users/getConsents`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getConsents: Command<'getConsents'> = command('getConsents');

/**
 * Lists the people of a group by name, each with every source that says so and since when.
 *
 * `GET /v1/users/getGroupMembers`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getGroupMembers: Command<'getGroupMembers'> = command('getGroupMembers');

/**
 * Lists the groups of the installation by name, each with the number of its people.
 *
 * `GET /v1/users/getGroups`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getGroups: Command<'getGroups'> = command('getGroups');

/**
 * Lists the identity providers of the settings and those that were created, with the addresses to register there. Client secrets are never shown.
 *
 * `GET /v1/users/getIdentityProviders`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getIdentityProviders: Command<'getIdentityProviders'> = command('getIdentityProviders');

/**
 * Lists invitations, the newest first, with what became of their e-mails. Administrators see all, others those that they made.
 *
 * `GET /v1/users/getInvitations`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getInvitations: Command<'getInvitations'> = command('getInvitations');

/**
 * Lists the tokens of identity providers, the newest first, without their secrets.
 *
 * `GET /v1/users/getScimTokens`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getScimTokens: Command<'getScimTokens'> = command('getScimTokens');

/**
 * Returns whether people need a second factor, and how many have none yet. For administrators.
 *
 * `GET /v1/users/getSignInPolicy`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getSignInPolicy: Command<'getSignInPolicy'> = command('getSignInPolicy');

/**
 * Lists all users of the installation by name.
 *
 * `GET /v1/users/getUsers`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
 */
export const getUsers: Command<'getUsers'> = command('getUsers');

/**
 * Invites a person by a one-time link that works for 7 days. The link is sent by e-mail. If the server sends no e-mail, or link is "show", the answer shows it once instead. The user is created when the person accepts.
 *
 * `POST /v1/users/inviteUser`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1202 (404), 1206 (403), 1232 (400)
 */
export const inviteUser: Command<'inviteUser'> = command('inviteUser');

/**
 * Removes the passkeys, the authenticator app and the recovery codes of a person, for example after a phone was lost, and ends the sessions of the person. The password stays. For administrators.
 *
 * `POST /v1/users/removeFactors`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const removeFactors: Command<'removeFactors'> = command('removeFactors');

/**
 * Makes a new link for an invitation that is open or has expired, for 7 days from now, and sends or shows it as inviteUser does. The link before ends. Administrators do this for any invitation, others for those that they made and whose roles they may still give, by e-mail only and at most 50 invitations an hour (1003).
 *
 * `POST /v1/users/resendInvitation`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const resendInvitation: Command<'resendInvitation'> = command('resendInvitation');

/**
 * Ends all access of an application to your account: all servers refuse its tokens within 2 seconds, and it must ask you again. Nothing happens if it has none. A token with scopes may not.
 *
 * `POST /v1/users/revokeConsent`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const revokeConsent: Command<'revokeConsent'> = command('revokeConsent');

/**
 * Ends the link of an invitation that was not accepted yet. An invitation that was revoked or has expired stays as it is. Administrators revoke any invitation, others those that they made.
 *
 * `POST /v1/users/revokeInvitation`, an extension of the documented interface. Any signed-in caller may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const revokeInvitation: Command<'revokeInvitation'> = command('revokeInvitation');

/**
 * Ends a token of an identity provider at once. People and groups stay as they are.
 *
 * `POST /v1/users/revokeScimToken`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const revokeScimToken: Command<'revokeScimToken'> = command('revokeScimToken');

/**
 * Ends the access tokens that a client has now, or with userId those of all its clients, its personal tokens and its sessions: all servers refuse them within 2 seconds. Secrets of clients and passwords stay valid. Send either clientId or userId.
 *
 * `POST /v1/users/revokeTokens`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const revokeTokens: Command<'revokeTokens'> = command('revokeTokens');

/**
 * Creates a new secret. The old secret stays valid for overlapSeconds. With 0 it ends at once, and so do the access tokens of the client.
 *
 * `POST /v1/users/rotateClientSecret`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const rotateClientSecret: Command<'rotateClientSecret'> = command('rotateClientSecret');

/**
 * Puts people into a group and takes people out of it, or sets all of them with `users`. Only what this operation put into the group is changed: people whom a SCIM client or a sign-in put there stay while that source says so. All servers see the change with their next request.
 *
 * `POST /v1/users/setGroupMembers`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const setGroupMembers: Command<'setGroupMembers'> = command('setGroupMembers');

/**
 * With required, a password alone does not sign in: people need an authenticator app or a passkey beside it, or sign in with a passkey or single sign-on. Who has none sets one up at the next sign-in. Sessions that are open go on. Programs are not affected. For administrators.
 *
 * `POST /v1/users/setSignInPolicy`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const setSignInPolicy: Command<'setSignInPolicy'> = command('setSignInPolicy');

/**
 * Changes the members that are sent. All servers refuse the tokens of a disabled application within 2 seconds. A scope that is taken away is gone when a token is renewed. newSecret replaces the secret of a confidential application at once.
 *
 * `POST /v1/users/updateApplication`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const updateApplication: Command<'updateApplication'> = command('updateApplication');

/**
 * Disables or enables a client. The tokens of a disabled client stop working within seconds.
 *
 * `POST /v1/users/updateClient`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const updateClient: Command<'updateClient'> = command('updateClient');

/**
 * Renames a group or changes its description. Its roles stay: deployed documents keep the group, and the next deployment has to use the new name.
 *
 * `POST /v1/users/updateGroup`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const updateGroup: Command<'updateGroup'> = command('updateGroup');

/**
 * Changes the members that are sent. Null takes clientSecret or groupsClaim away; without a groups claim the groups that came from it go. The issuer cannot change: another issuer is another provider. With `disabled` nobody can sign in with it any more; sessions go on. A provider from the settings of the server is changed there (1009).
 *
 * `POST /v1/users/updateIdentityProvider`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const updateIdentityProvider: Command<'updateIdentityProvider'> = command('updateIdentityProvider');

/**
 * Renames a user, or disables or enables a user with all its clients. Disabling ends its sessions and personal tokens within 2 seconds; enabling does not bring them back.
 *
 * `POST /v1/users/updateUser`, an extension of the documented interface. Only the administrator may call it.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
 */
export const updateUser: Command<'updateUser'> = command('updateUser');

/**
 * Streams all rows that getAuditLogs lists, newest first, one JSON object per line. Rows written during the export are left out.
 *
 * `GET /v1/process/exportAuditLogs`, an extension of the documented interface. Needs a role that grants `audit.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1221 (404), 1227 (500), 1232 (400)
 */
export const exportAuditLogs: Command<'exportAuditLogs'> = command('exportAuditLogs');

/**
 * Lists who changed what and when, newest first. The administrator may leave out subProjectId to read the log of the whole installation.
 *
 * `GET /v1/process/getAuditLogs`, an extension of the documented interface. Needs a role that grants `audit.read`.
 *
 * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1221 (404), 1227 (500), 1232 (400)
 */
export const getAuditLogs: Command<'getAuditLogs'> = command('getAuditLogs');
