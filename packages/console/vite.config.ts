import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './vite/compress-assets.js';
import { devPlaceholders } from './vite/dev-placeholders.js';
import { diagramSinks } from './vite/diagram-sinks.js';
import { preloadFont } from './vite/preload-font.js';

/** Where `npm run dev` sends requests that are not its own: a running demo. */
const server = process.env.MILLRACE_URL ?? 'http://127.0.0.1:8080';
const forwarded = ['/v1', '/sign-in', '/sign-out', '/signed-out', '/pages', '/device', '/authorize'];

export default defineConfig({
  // The server may answer below a path: <base> names it, and everything else is relative to that.
  base: './',
  plugins: [react(), diagramSinks(), preloadFont(), devPlaceholders(), compressAssets()],
  // React has the hook itself: without this the state of the router brings a stand-in for older versions of it.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    // Small pictures as data: addresses would need an exception of the content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The list of what a page needs stands in the first file of all. Pages on which nobody begins their day list only styles, and
      // find their modules when they are opened.
      resolveDependencies: (name, dependencies) =>
        /\/(inbox|task|list|home|process)-(page|pane)/.test(name) ? dependencies : [],
    },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        // One file compresses better than many; together they are what every page needs.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack)\/(?!.*(nfiniteQuer|ueries|utation|useBlocker))/,
            },
            {
              name: 'console',
              // The icons are on almost every page; each alone would be a file.
              test: /lucide-react\/dist\/esm\/icons\/(chevron-(down|right)|undo-2|circle-question-mark)\.|src\/(api\/(?!\w+-(?:operations|add))|session\/(?!step-up-form|passkey|messages)|frame\/(?!choose)|messages\/[a-z]+\.ts|live\/connection|app\/shell\/(?!keys-list|unread|pinned|messages)|ui\/(icon|button|text|menu\/menu\.tsx)(?!.*gallery))/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(forwarded.map((path) => [path, { target: server, changeOrigin: false }])),
  },
});
