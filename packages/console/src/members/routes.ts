import { createRoute } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';
import type { MembersSearch } from './model/search.js';

/** The page reads the address itself, so that what reads it is loaded with it. */
const asGiven = (given: Readonly<Record<string, unknown>>) => given as MembersSearch;

const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/members',
  component: page(() => import('./pages.js'), 'HomePage', messages),
});

const membersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/members/$subProjectId',
  validateSearch: asGiven,
  component: page(() => import('./pages.js'), 'MembersPage', messages),
});

export const membersRoutes = [homeRoute, membersRoute] as const;
