import { createRoute } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import type { SearchAddress } from './hits/address.js';
import { messages } from './messages/index.gen.js';

const sources = ['process', 'file', 'task', 'comment'] as const;

const searchRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/search',
  validateSearch: ({ q, source }: Record<string, unknown>): SearchAddress => {
    const known = sources.find((one) => one === source);
    // Digits alone arrive as a number.
    return { q: String(q ?? '').slice(0, 200), ...(known === undefined ? {} : { source: known }) };
  },
  component: page(() => import('./page/search-page.js'), 'SearchPage', messages),
});

export const searchRoutes = [searchRoute] as const;
