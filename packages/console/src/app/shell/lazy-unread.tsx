import { lazy, Suspense } from 'react';

/** It comes after the page. */
const Loaded = lazy(() => import('./unread.js').then(({ Unread: component }) => ({ default: component })));

/** The bell of the rail, or on phones the number at the menu of the person. */
export const Unread = ({ isBottom = false }: { isBottom?: boolean }) => (
  <Suspense>
    <Loaded isBottom={isBottom} />
  </Suspense>
);
