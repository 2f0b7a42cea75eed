import { useEffect } from 'react';

/** Names the page in the tab of the browser, for as long as its component is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Millrace' : `${title} · Millrace`;
  }, [title]);
}
