import { createRoute } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';

const notificationsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/notifications',
  component: page(() => import('./list/notifications-page.js'), 'NotificationsPage'),
});

export const notificationsRoutes = [notificationsRoute] as const;
