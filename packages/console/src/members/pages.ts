// One file, so that both pages are one chunk.
export { HomePage } from './home-page.js';
export { MembersPage } from './members-page.js';
