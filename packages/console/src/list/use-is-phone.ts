import { useSyncExternalStore } from 'react';

const narrow = () => matchMedia('(max-width: 767px)');

/** Whether the window is as narrow as a phone. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = narrow();
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => narrow().matches,
  );
