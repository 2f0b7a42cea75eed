import type { Plugin } from 'vite';

/** The browser finds the font only after the style sheet: index.html names it, so that both are loaded at once. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal-[\w-]+\.woff2$/.test(name));
        if (font === undefined) throw new Error('The build has no file of the font Inter');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `./${font}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
