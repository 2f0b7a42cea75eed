import { createRoute } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';

const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/account',
  component: page(() => import('./account-page.js'), 'AccountPage', messages),
});

export const accountRoutes = [accountRoute] as const;
