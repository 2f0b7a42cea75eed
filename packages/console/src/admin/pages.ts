// One file, so that the pages are one chunk.

import { addOperations } from '../api/operations.js';
import { peopleOperations } from '../api/people-operations.js';
import { projectOperations } from '../api/project-operations.js';

export { ClientsPage } from './clients/clients-page.js';
export { GroupPage } from './groups/group-page.js';
export { GroupsPage } from './groups/groups-page.js';
export { InvitationsPage } from './invitations/invitations-page.js';
export { SettingsPage } from './settings/settings-page.js';
export { ProvidersPage } from './sign-in/providers-page.js';
export { UserPage } from './user/user-page.js';
export { UsersPage } from './users/users-page.js';

addOperations(peopleOperations);
addOperations(projectOperations);
