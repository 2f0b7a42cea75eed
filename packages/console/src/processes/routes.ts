import { createRoute } from '@tanstack/react-router';
import { read } from '../api/queries.js';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';
import type { ListSearch } from './model/search.js';

const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/processes',
  component: page(() => import('./home-page.js'), 'HomePage', messages),
});

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/processes/$subProjectId',
  validateSearch: (given: Readonly<Record<string, unknown>>) => given as ListSearch,
  loader: ({ context: { queries }, params: { subProjectId } }) => {
    void queries.prefetchQuery(read('getSubProjectSchema', { subProjectId }));
    void queries.prefetchQuery(read('getViews', { subProjectId, kind: 'processes' }));
  },
  component: page(() => import('./list-page.js'), 'ListPage', messages),
});

export const processesRoutes = [homeRoute, listRoute] as const;
