// One file, so that the pages are one chunk.
import { connectionOperations } from '../api/connection-operations.js';
import { addOperations } from '../api/operations.js';

export { ConnectionsPage } from './connections-page.js';
export { HomePage } from './home-page.js';

addOperations(connectionOperations);
