import { createRoute } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';

/** Which project was created with it; absent: none yet. */
interface NewProjectSearch {
  readonly project?: string;
}

const newProjectRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/design/new',
  validateSearch: (given: Readonly<Record<string, unknown>>) => given as NewProjectSearch,
  // Its messages come with it: the first page knows as little of it as can be.
  component: page(() => import('./new-project-page.js'), 'NewProjectPage'),
});

export const newProjectRoutes = [newProjectRoute] as const;
