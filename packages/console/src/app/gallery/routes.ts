import { createRoute } from '@tanstack/react-router';
import { page } from '../../frame/page.js';
import { frameRoute } from '../../frame/routes.js';

/** /gallery: every part, for those who build pages, and for the tests. It is in no menu. */
const galleryRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/gallery',
  component: page(() => import('./gallery-page.js'), 'GalleryPage'),
});

export const galleryRoutes = [galleryRoute] as const;
