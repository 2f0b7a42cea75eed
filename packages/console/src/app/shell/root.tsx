import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { handleKey } from '../../frame/keys.js';
import { Toasts } from './toasts.js';

/** Around every page: the keys of the document, and the place for sentences that appear. */
export function Root() {
  useEffect(() => {
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  return (
    <>
      <Suspense>
        <Outlet />
      </Suspense>
      <Toasts />
    </>
  );
}
