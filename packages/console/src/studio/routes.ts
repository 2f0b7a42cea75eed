import { createRoute } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';
import type { StudioSearch } from './model/search.js';

/** One route for the choice of a project, its workflows, and a workflow: the first page knows little of the studio. */
const designRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/design/{-$subProjectId}/{-$workflowKey}',
  // The page reads the address itself, so that what reads it is loaded with it.
  validateSearch: (given: Readonly<Record<string, unknown>>) => given as StudioSearch,
  component: page(() => import('./design-page.js'), 'DesignPage', messages),
});

export const studioRoutes = [designRoute] as const;
