import { createRoute } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';
import type { TransferSearch } from './model/search.js';

/** The pages read the address themselves, so that what reads it is loaded with them. */
const asGiven = (given: Readonly<Record<string, unknown>>) => given as TransferSearch;

const importRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/import',
  validateSearch: asGiven,
  component: page(() => import('./import/import-page.js'), 'ImportPage', messages),
});

const exportRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/export',
  validateSearch: asGiven,
  component: page(() => import('./export/export-page.js'), 'ExportPage', messages),
});

export const transferRoutes = [importRoute, exportRoute] as const;
