import { createRoute } from '@tanstack/react-router';
import { read } from '../api/queries.js';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';

const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account',
  loader: ({ context: { queries } }) => void queries.prefetchQuery(read('getSessions', {})),
  component: page(() => import('./account-page.js'), 'AccountPage', messages),
});

export const accountRoutes = [accountRoute] as const;
