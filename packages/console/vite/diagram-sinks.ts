import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const CLEARING = "breadcrumbs.innerHTML = '';";

/** The packages that the drawing is made of. */
const LIBRARY =
  /\/node_modules\/(bpmn-js|diagram-js|bpmn-moddle|moddle|moddle-xml|saxen|tiny-svg|min-dom|min-dash|didi|ids|object-refs|path-intersection|inherits-browser|component-event|clsx)\/(.*)$/;
/** Where code writes markup or makes code of text. */
const SINK =
  /\.(?:innerHTML|outerHTML|srcdoc)\s*\+?=(?!=)|\b(?:insertAdjacentHTML|createContextualFragment|parseFromString)\s*\(|\bdocument\.write|\bnew Function\b|\beval\s*\(/g;
/** Places that never run here, by file: `parse` and `innerSVG` of tiny-svg, which the drawing does not call. */
const KNOWN: Readonly<Record<string, number>> = { 'tiny-svg/dist/index.js': 1 };

/**
 * The policy of the document lets no code write markup (Trusted Types). bpmn-js does it by the package `domify`, which
 * `diagram-markup.ts` replaces, and at one place itself. The build fails when a file of its packages gets another place.
 */
export function diagramSinks(): Plugin & {
  readonly resolveId: (id: string) => string | undefined;
  readonly transform: (code: string, id: string) => { code: string; map: null } | undefined;
} {
  const markup = fileURLToPath(new URL('../src/runs/diagram/diagram-markup.ts', import.meta.url));
  return {
    name: 'diagram-sinks',
    enforce: 'pre',
    resolveId: (id: string) => (id === 'domify' ? markup : undefined),
    transform(code: string, id: string) {
      const [, name = '', file = ''] = LIBRARY.exec(id.replaceAll('\\', '/').replace(/\?.*$/, '')) ?? [];
      if (name === '') return undefined;
      const isBreadcrumbs = id.includes('/bpmn-js/lib/features/drilldown/DrilldownBreadcrumbs');
      if (isBreadcrumbs && !code.includes(CLEARING)) {
        throw new Error(`${id} clears its breadcrumbs in another way than before`);
      }
      const mended = isBreadcrumbs ? code.replace(CLEARING, 'breadcrumbs.replaceChildren();') : code;
      const places = mended.match(SINK) ?? [];
      if (places.length > (KNOWN[`${name}/${file}`] ?? 0)) {
        throw new Error(`${id} writes markup, which the policy of the document refuses: ${places.join(' ')}`);
      }
      return isBreadcrumbs ? { code: mended, map: null } : undefined;
    },
  };
}
