import { createRoute } from '@tanstack/react-router';
import { read } from '../api/queries.js';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import type { HeatSearch } from './heat/search.js';
import { messages } from './messages/index.gen.js';
import type { ListSearch, RunSearch } from './model/search.js';

/** The pages read the address themselves, so that what reads it is loaded with them. */
const asGiven = <Search>(given: Readonly<Record<string, unknown>>) => given as Search;

const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/runs',
  component: page(() => import('./list/pages.js'), 'HomePage', messages),
});

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/runs/$subProjectId',
  validateSearch: asGiven<ListSearch>,
  component: page(() => import('./list/pages.js'), 'RunsPage', messages),
});

const runRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/runs/$subProjectId/$runId',
  validateSearch: asGiven<RunSearch>,
  loader: ({ context: { queries }, params: { subProjectId, runId } }) => {
    void queries.prefetchQuery(read('getWorkflowRun', { subProjectId, runId, include: 'allowed,names' }));
  },
  component: page(() => import('./run/run-page.js'), 'RunPage', messages),
});

const heatRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/runs/$subProjectId/elements',
  validateSearch: asGiven<HeatSearch>,
  component: page(() => import('./heat/heat-page.js'), 'HeatPage', messages),
});

const operateRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/operate/{-$subProjectId}',
  component: page(() => import('./operate/operate-page.js'), 'OperatePage'),
});

export const runsRoutes = [homeRoute, listRoute, heatRoute, runRoute, operateRoute] as const;
