import { createRoute } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';

/** What the address of the page says: which part of it, and whose name is looked for. */
export interface MembersSearch {
  readonly show?: 'roles';
  readonly text?: string;
}

const readSearch = ({ show, text }: Readonly<Record<string, unknown>>): MembersSearch => ({
  ...(show === 'roles' ? { show } : {}),
  ...(typeof text === 'string' && text !== '' ? { text: text.slice(0, 254) } : {}),
});

const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/members',
  component: page(() => import('./pages.js'), 'HomePage', messages),
});

const membersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/members/$subProjectId',
  validateSearch: readSearch,
  component: page(() => import('./pages.js'), 'MembersPage', messages),
});

export const membersRoutes = [homeRoute, membersRoute] as const;
