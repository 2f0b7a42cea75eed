import { lazy, Suspense } from 'react';

// They come after the page.
const LoadedUnread = lazy(() => import('./unread.js').then(({ Unread: component }) => ({ default: component })));
const LoadedViews = lazy(() => import('./pinned-views.js').then(({ PinnedViews: view }) => ({ default: view })));

/** The bell of the rail, or on phones the number at the menu of the person. */
export const Unread = ({ isBottom = false }: { isBottom?: boolean }) => (
  <Suspense>
    <LoadedUnread isBottom={isBottom} />
  </Suspense>
);

/** The pinned views in the rail. */
export const PinnedViews = () => (
  <Suspense>
    <LoadedViews />
  </Suspense>
);
