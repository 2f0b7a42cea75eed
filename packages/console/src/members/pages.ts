// One file, so that both pages are one chunk.
import { addOperations } from '../api/operations.js';
import { projectOperations } from '../api/project-operations.js';

export { HomePage } from './home-page.js';
export { MembersPage } from './members-page.js';

addOperations(projectOperations);
