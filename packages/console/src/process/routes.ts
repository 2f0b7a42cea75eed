import { createRoute, redirect } from '@tanstack/react-router';
import { read } from '../api/queries.js';
import { messages as formMessages } from '../form/messages/index.gen.js';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';
import { processRequest } from './model/process-request.js';

const newProcessRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/processes/$subProjectId/new',
  loader: ({ context: { queries }, params: { subProjectId } }) =>
    void queries.prefetchQuery(read('getSubProjectSchema', { subProjectId })),
  component: page(() => import('./create/new-process-page.js'), 'NewProcessPage', messages, formMessages),
});

const processRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/processes/$subProjectId/$processId',
  loader: async ({ context: { queries }, params: { subProjectId, processId } }) => {
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(processId)) {
      const { idOfKey } = await import('./model/id-of-key.js');
      const id = await idOfKey(queries, subProjectId, processId);
      if (id !== undefined) {
        throw redirect({ to: processRoute.to, params: { subProjectId, processId: id }, replace: true });
      }
    }
    void queries.prefetchQuery(read('getSubProjectSchema', { subProjectId }));
    void queries.prefetchQuery(read('getProcess', processRequest(subProjectId, processId)));
  },
  component: page(() => import('./process-page.js'), 'ProcessPage', messages, formMessages),
});

export const processRoutes = [newProcessRoute, processRoute] as const;
