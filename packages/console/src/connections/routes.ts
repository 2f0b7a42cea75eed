import { createRoute } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';
import type { ConnectionsSearch } from './parts/search.js';

const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/connections',
  component: page(() => import('./pages.js'), 'HomePage', messages),
});

const connectionsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/connections/$subProjectId',
  // The page reads the address itself, so that what reads it is loaded with it.
  validateSearch: (given: Readonly<Record<string, unknown>>) => given as ConnectionsSearch,
  component: page(() => import('./pages.js'), 'ConnectionsPage', messages),
});

export const connectionsRoutes = [homeRoute, connectionsRoute] as const;
