import { createRoute } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';

const text = (value: unknown): string | undefined =>
  value === undefined || value === '' ? undefined : typeof value === 'string' ? value : JSON.stringify(value);

const importRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/import',
  validateSearch: ({ subProject }: Record<string, unknown>): { readonly subProject?: string } => {
    const id = text(subProject);
    return id === undefined ? {} : { subProject: id };
  },
  component: page(() => import('./import/import-page.js'), 'ImportPage', messages),
});

const exportRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/export',
  /** `filters` as getProcess takes them, without the sub-project. */
  validateSearch: ({
    subProject,
    filters,
  }: Record<string, unknown>): { readonly subProject?: string; readonly filters?: string } => {
    const id = text(subProject);
    const given = text(filters);
    return { ...(id === undefined ? {} : { subProject: id }), ...(given === undefined ? {} : { filters: given }) };
  },
  component: page(() => import('./export/export-page.js'), 'ExportPage', messages),
});

export const transferRoutes = [importRoute, exportRoute] as const;
