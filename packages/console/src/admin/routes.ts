import { createRoute, redirect } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';
import type { AdminSearch } from './parts/search.js';

const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/admin',
  beforeLoad: () => {
    throw redirect({ to: '/admin/users', replace: true });
  },
});

/** The pages read the address themselves, so that what reads it is loaded with them. */
const adminRoute = <const Path extends string>(path: Path, name: keyof typeof import('./pages.js')) =>
  createRoute({
    getParentRoute: () => frameRoute,
    path,
    validateSearch: (given: Readonly<Record<string, unknown>>) => given as AdminSearch,
    component: page(() => import('./pages.js'), name, messages),
  });

export const adminRoutes = [
  homeRoute,
  adminRoute('/admin/users', 'UsersPage'),
  adminRoute('/admin/users/$userId', 'UserPage'),
  adminRoute('/admin/groups', 'GroupsPage'),
  adminRoute('/admin/groups/$groupId', 'GroupPage'),
  adminRoute('/admin/invitations', 'InvitationsPage'),
  adminRoute('/admin/clients', 'ClientsPage'),
  adminRoute('/admin/providers', 'ProvidersPage'),
  adminRoute('/admin/settings', 'SettingsPage'),
] as const;
