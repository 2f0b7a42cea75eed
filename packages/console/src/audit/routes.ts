import { createRoute } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';
import type { AuditSearch } from './model/search.js';

/** The pages read the address themselves, so that what reads it is loaded with them. */
const asGiven = (given: Readonly<Record<string, unknown>>) => given as AuditSearch;

const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/audit',
  validateSearch: asGiven,
  component: page(() => import('./pages.js'), 'HomePage', messages),
});

const auditRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/audit/$subProjectId',
  validateSearch: asGiven,
  component: page(() => import('./pages.js'), 'AuditPage', messages),
});

const evidenceRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/audit/$subProjectId/evidence/$processId',
  component: page(() => import('./evidence/evidence-page.js'), 'EvidencePage', messages),
});

export const auditRoutes = [homeRoute, auditRoute, evidenceRoute] as const;
