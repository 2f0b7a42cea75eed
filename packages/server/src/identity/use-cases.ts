import type { UseCases } from '../use-case/caller.js';
import type { IdentityDeps } from './directory/identity-deps.js';
import type { FactorDeps } from './factors/factor-deps.js';
import type { GroupDeps } from './groups/group-deps.js';
import type { JoiningDeps } from './joining/joining-deps.js';
import { createApplication } from './operations/applications/create-application.js';
import { deleteApplication } from './operations/applications/delete-application.js';
import { getApplications } from './operations/applications/get-applications.js';
import { getConsents } from './operations/applications/get-consents.js';
import { revokeConsent } from './operations/applications/revoke-consent.js';
import { updateApplication } from './operations/applications/update-application.js';
import { createClient } from './operations/create-client.js';
import { createUser } from './operations/create-user.js';
import { deleteDraft } from './operations/drafts/delete-draft.js';
import { getDraft } from './operations/drafts/get-draft.js';
import { saveDraft } from './operations/drafts/save-draft.js';
import { factorUseCases } from './operations/factors/use-cases.js';
import { getClients } from './operations/get-clients.js';
import { getUsers } from './operations/get-users.js';
import { createGroup } from './operations/groups/create-group.js';
import { deleteGroup } from './operations/groups/delete-group.js';
import { getGroupMembers } from './operations/groups/get-group-members.js';
import { getGroups } from './operations/groups/get-groups.js';
import { setGroupMembers } from './operations/groups/set-group-members.js';
import { updateGroup } from './operations/groups/update-group.js';
import { acceptInvitation } from './operations/joining/accept-invitation.js';
import { confirmEmailChange } from './operations/joining/confirm-email-change.js';
import { createPasswordResetLink } from './operations/joining/create-password-reset-link.js';
import { getInvitations } from './operations/joining/get-invitations.js';
import { inviteUser } from './operations/joining/invite-user.js';
import { requestEmailChange } from './operations/joining/request-email-change.js';
import { requestPasswordReset } from './operations/joining/request-password-reset.js';
import { resendInvitation } from './operations/joining/resend-invitation.js';
import { resetPassword } from './operations/joining/reset-password.js';
import { revokeInvitation } from './operations/joining/revoke-invitation.js';
import { signInWithLink } from './operations/joining/sign-in-with-link.js';
import { createPersonalToken } from './operations/personal-tokens/create-personal-token.js';
import { getPersonalTokens } from './operations/personal-tokens/get-personal-tokens.js';
import { revokePersonalToken } from './operations/personal-tokens/revoke-personal-token.js';
import { revokeTokens } from './operations/revoke-tokens.js';
import { rotateClientSecret } from './operations/rotate-client-secret.js';
import { createScimToken } from './operations/scim/create-scim-token.js';
import { getScimTokens } from './operations/scim/get-scim-tokens.js';
import { revokeScimToken } from './operations/scim/revoke-scim-token.js';
import { endSession } from './operations/sessions/end-session.js';
import { getSessions } from './operations/sessions/get-sessions.js';
import { setLocale } from './operations/sessions/set-locale.js';
import { setPassword } from './operations/sessions/set-password.js';
import { signIn } from './operations/sessions/sign-in.js';
import { signOut } from './operations/sessions/sign-out.js';
import { updateMe } from './operations/sessions/update-me.js';
import { createIdentityProvider } from './operations/single-sign-on/create-identity-provider.js';
import { deleteIdentityLink } from './operations/single-sign-on/delete-identity-link.js';
import { deleteIdentityProvider } from './operations/single-sign-on/delete-identity-provider.js';
import { getIdentityLinks } from './operations/single-sign-on/get-identity-links.js';
import { getIdentityProviders } from './operations/single-sign-on/get-identity-providers.js';
import { getSignInMethods } from './operations/single-sign-on/get-sign-in-methods.js';
import { startIdentityLink } from './operations/single-sign-on/start-identity-link.js';
import { updateIdentityProvider } from './operations/single-sign-on/update-identity-provider.js';
import { updateClient } from './operations/update-client.js';
import { updateUser } from './operations/update-user.js';
import type { SsoDeps } from './sso/sso-deps.js';

/** The operations on users, groups and clients, which are the administrator's, and those by which people sign in. */
export const identityUseCases = (deps: IdentityDeps & FactorDeps & JoiningDeps & GroupDeps & SsoDeps) =>
  ({
    ...factorUseCases(deps),
    createApplication: createApplication(),
    getApplications: getApplications(deps),
    updateApplication: updateApplication(),
    deleteApplication: deleteApplication(),
    getConsents: getConsents(deps),
    deleteDraft: deleteDraft(),
    getDraft: getDraft(deps),
    saveDraft: saveDraft(),
    revokeConsent: revokeConsent(),
    signIn: signIn(deps),
    signOut: signOut(deps),
    setPassword: setPassword(deps),
    updateMe: updateMe(),
    getSessions: getSessions(deps),
    endSession: endSession(),
    setLocale: setLocale(),
    createPersonalToken: createPersonalToken(deps),
    getPersonalTokens: getPersonalTokens(deps),
    revokePersonalToken: revokePersonalToken(),
    acceptInvitation: acceptInvitation(deps),
    confirmEmailChange: confirmEmailChange(deps),
    createPasswordResetLink: createPasswordResetLink(deps),
    getInvitations: getInvitations(deps),
    inviteUser: inviteUser(deps),
    requestEmailChange: requestEmailChange(deps),
    requestPasswordReset: requestPasswordReset(deps),
    resendInvitation: resendInvitation(deps),
    resetPassword: resetPassword(deps),
    revokeInvitation: revokeInvitation(deps),
    signInWithLink: signInWithLink(deps),
    createUser: createUser(deps),
    getUsers: getUsers(deps),
    updateUser: updateUser(deps),
    getGroups: getGroups(deps),
    getGroupMembers: getGroupMembers(deps),
    createGroup: createGroup(),
    updateGroup: updateGroup(),
    deleteGroup: deleteGroup(deps),
    setGroupMembers: setGroupMembers(deps),
    createScimToken: createScimToken(),
    getScimTokens: getScimTokens(deps),
    revokeScimToken: revokeScimToken(),
    createClient: createClient(deps),
    getClients: getClients(deps),
    updateClient: updateClient(deps),
    rotateClientSecret: rotateClientSecret(deps),
    revokeTokens: revokeTokens(deps),
    getSignInMethods: getSignInMethods(deps),
    createIdentityProvider: createIdentityProvider(deps),
    getIdentityProviders: getIdentityProviders(deps),
    updateIdentityProvider: updateIdentityProvider(deps),
    deleteIdentityProvider: deleteIdentityProvider(deps),
    startIdentityLink: startIdentityLink(deps),
    getIdentityLinks: getIdentityLinks(deps),
    deleteIdentityLink: deleteIdentityLink(deps),
  }) satisfies Partial<UseCases>;
