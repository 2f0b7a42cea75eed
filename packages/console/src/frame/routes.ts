import { createRootRouteWithContext, createRoute } from '@tanstack/react-router';
import { meQuery } from '../session/session.js';
import type { RouterContext } from './feature.js';

/** The root of all routes. app/ gives it its component. */
export const rootRoute = createRootRouteWithContext<RouterContext>()();

/** Pages within rail and bottom bar: the parent of every feature's routes. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  loader: ({ context }) => context.queries.ensureQueryData(meQuery()),
});
