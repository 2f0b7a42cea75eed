import { type Table, taskReads } from './operations.js';

/** What a change of a group may have changed. */
const groupReads = ['getGroupMembers', 'getGroups', 'getMe', 'getMembers'] as const;

/** The operations that only the account page and pages for administrators call. Keep the order of the alphabet. */
export const peopleOperations = {
  createClient: { folder: 'users', touches: ['getClients'] },
  createDelegation: { folder: 'process/workflows', touches: ['getDelegations', ...taskReads] },
  createGroup: { folder: 'users', touches: groupReads },
  createPasswordResetLink: { folder: 'users', touches: [] },
  createPersonalToken: { folder: 'users', touches: ['getPersonalTokens'] },
  createPushSubscription: { folder: 'process/notifications', touches: ['getPushSubscriptions'] },
  createRecoveryCodes: { folder: 'users', touches: ['getFactors'] },
  createUser: { folder: 'users', touches: ['getUsers'] },
  deleteGroup: { folder: 'users', touches: groupReads },
  deleteIdentityLink: {
    folder: 'users',
    touches: ['getIdentityLinks', 'getFactors', 'getSessions'],
  },
  deletePushSubscription: { folder: 'process/notifications', touches: ['getPushSubscriptions'] },
  endDelegation: { folder: 'process/workflows', touches: ['getDelegations', ...taskReads] },
  endSession: { folder: 'users', touches: ['getSessions'] },
  getClients: 'users',
  getDelegations: 'process/workflows',
  getGroupMembers: 'users',
  getIdentityLinks: 'users',
  getIdentityProviders: 'users',
  getNotificationPreferences: 'process/notifications',
  getPersonalTokens: 'users',
  getPushSubscriptions: 'process/notifications',
  getSettings: 'users',
  getSignInMethods: 'users',
  getUsers: 'users',
  inviteUser: { folder: 'users', touches: ['getInvitations'] },
  removeFactors: { folder: 'users', touches: ['getFactors', 'getSessions'] },
  removePasskey: { folder: 'users', touches: ['getFactors'] },
  removeTotp: { folder: 'users', touches: ['getFactors'] },
  renamePasskey: { folder: 'users', touches: ['getFactors'] },
  requestEmailChange: { folder: 'users', touches: [] },
  revokePersonalToken: { folder: 'users', touches: ['getPersonalTokens'] },
  revokeTokens: { folder: 'users', touches: ['getPersonalTokens', 'getSessions'] },
  rotateClientSecret: { folder: 'users', touches: ['getClients'] },
  setGroupMembers: { folder: 'users', touches: groupReads },
  setNotificationPreferences: {
    folder: 'process/notifications',
    touches: ['getNotificationPreferences', 'getNotifications'],
  },
  setPassword: {
    folder: 'users',
    touches: ['getFactors', 'getMe', 'getSessions'],
  },
  startIdentityLink: { folder: 'users', touches: [] },
  updateClient: { folder: 'users', touches: ['getClients'] },
  updateGroup: { folder: 'users', touches: groupReads },
  updateMe: { folder: 'users', touches: ['getMe'] },
  updateUser: {
    folder: 'users',
    touches: ['getGroupMembers', 'getMe', 'getMembers', 'getPersonalTokens', 'getSessions', 'getUsers'],
  },
} as const satisfies Table;
