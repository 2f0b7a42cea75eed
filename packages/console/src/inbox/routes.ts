import { createRoute } from '@tanstack/react-router';
import { messages as formMessages } from '../form/messages/index.gen.js';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';
import { readSearch } from './search/inbox-search.js';

/** Where a task is shown beside the list, or alone, its part is loaded together with the list. */
function loadPage() {
  if (matchMedia('(min-width: 768px)').matches || location.search.includes('task=')) void import('./task/task-pane.js');
  return import('./inbox-page.js');
}

export const inboxRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/inbox',
  validateSearch: readSearch,
  component: page(loadPage, 'InboxPage', messages, formMessages),
});

export const inboxRoutes = [inboxRoute] as const;
