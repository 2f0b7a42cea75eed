import type { Plugin } from 'vite';

/** Under `npm run dev` no server replaces the placeholders of index.html. */
export function devPlaceholders(): Plugin {
  return {
    name: 'dev-placeholders',
    apply: 'serve',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll('__BASE__', '/').replaceAll('__NONCE__', ''),
    },
  };
}
