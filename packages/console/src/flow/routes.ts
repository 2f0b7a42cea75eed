import { createRoute } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';
import type { FlowSearch } from './model/search.js';

const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/flow',
  component: page(() => import('./pages.js'), 'HomePage', messages),
});

const flowRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/flow/$subProjectId',
  // The page reads the address itself, so that what reads it is loaded with it.
  validateSearch: (given: Readonly<Record<string, unknown>>) => given as FlowSearch,
  component: page(() => import('./pages.js'), 'FlowPage', messages),
});

export const flowRoutes = [homeRoute, flowRoute] as const;
