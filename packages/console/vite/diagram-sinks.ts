import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Places that are written in another way, by file. */
const MENDED: Readonly<Record<string, { readonly from: string; readonly to: string }>> = {
  'bpmn-js/lib/features/drilldown/DrilldownBreadcrumbs.js': {
    from: "breadcrumbs.innerHTML = '';",
    to: 'breadcrumbs.replaceChildren();',
  },
  'diagram-js/lib/features/context-pad/ContextPad.js': {
    from: "this._container.innerHTML = '';",
    to: 'this._container.replaceChildren();',
  },
  // Its texts are escaped there, as those of domify are.
  'diagram-js/lib/features/search-pad/SearchPad.js': {
    from: 'childNode.innerHTML = text;',
    to: "childNode.append(domify('<span>' + text + '</span>'));",
  },
};

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
 * `diagram-markup.ts` replaces, and at three places itself. The build fails when a file of its packages gets another place.
 */
export function diagramSinks(): Plugin & {
  readonly resolveId: (id: string) => string | undefined;
  readonly transform: (code: string, id: string) => { code: string; map: null } | undefined;
} {
  const markup = fileURLToPath(new URL('../src/diagram/diagram-markup.ts', import.meta.url));
  return {
    name: 'diagram-sinks',
    enforce: 'pre',
    resolveId: (id: string) => (id === 'domify' ? markup : undefined),
    transform(code: string, id: string) {
      const [, name = '', file = ''] = LIBRARY.exec(id.replaceAll('\\', '/').replace(/\?.*$/, '')) ?? [];
      if (name === '') return undefined;
      const mending = MENDED[`${name}/${file}`];
      if (mending !== undefined && !code.includes(mending.from)) {
        throw new Error(`${id} writes markup in another way than before`);
      }
      const mended = mending === undefined ? code : code.replace(mending.from, mending.to);
      const places = mended.match(SINK) ?? [];
      if (places.length > (KNOWN[`${name}/${file}`] ?? 0)) {
        throw new Error(`${id} writes markup, which the policy of the document refuses: ${places.join(' ')}`);
      }
      return mending === undefined ? undefined : { code: mended, map: null };
    },
  };
}
