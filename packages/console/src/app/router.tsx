import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { frameRoute, rootRoute } from '../frame/routes.js';
import { NotFoundPage } from './errors/not-found-page.js';
import { PageProblem } from './errors/page-problem.js';
import { featureRoutes, features } from './features/features.js';
import { PagePending } from './shell/page-pending.js';

const indexRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  beforeLoad: () => {
    const [first] = features
      .flatMap(({ rail = [] }) => rail)
      .filter(({ isPhoneOnly }) => isPhoneOnly !== true)
      .toSorted((a, b) => a.order - b.order);
    throw redirect({ to: first?.to ?? '/account', replace: true });
  },
});

/** What no page answers, within the frame. */
const unknownRoute = createRoute({ getParentRoute: () => frameRoute, path: '$', component: NotFoundPage });

const routeTree = rootRoute.addChildren([frameRoute.addChildren([indexRoute, ...featureRoutes, unknownRoute])]);

/** The router below the address that the server put into <base>. */
export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    basepath: new URL(document.baseURI).pathname,
    context: { queries },
    defaultPreload: 'intent',
    // The cache of queries decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageProblem,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: false,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
