import { expect, test } from 'vitest';
import { diagramSinks } from '../vite/diagram-sinks.js';

const { transform } = diagramSinks();
const inLibrary = (file: string) => `/app/node_modules/${file}`;

test('the place of bpmn-js in the viewer is replaced, and the build fails when it is another one', () => {
  const id = inLibrary('bpmn-js/lib/features/drilldown/DrilldownBreadcrumbs.js');
  expect(transform("breadcrumbs.innerHTML = '';", id)?.code).toBe('breadcrumbs.replaceChildren();');
  expect(() => transform('breadcrumbs.textContent = "";', id)).toThrow('in another way');
  expect(() => transform("breadcrumbs.innerHTML = ''; crumb.innerHTML = name;", id)).toThrow('writes markup');
});

test('the places of the modeler are replaced: its context pad, and the hits of its search, which stay escaped', () => {
  const pad = inLibrary('diagram-js/lib/features/context-pad/ContextPad.js');
  expect(transform("this._container.innerHTML = '';", pad)?.code).toBe('this._container.replaceChildren();');
  expect(() => transform('this._container.textContent = "";', pad)).toThrow('in another way');
  const search = inLibrary('diagram-js/lib/features/search-pad/SearchPad.js');
  expect(transform('childNode.innerHTML = text;', search)?.code).toContain('domify(');
});

test.each([
  'pad.innerHTML = html',
  'node.outerHTML += x',
  'a.insertAdjacentHTML("beforeend", html)',
  'new DOMParser().parseFromString(text, "text/html")',
  'document.write(html)',
  'new Function("return 1")',
])('a file of the library that gets %j fails the build', (code) => {
  expect(() => transform(code, inLibrary('diagram-js/lib/core/Canvas.js'))).toThrow('writes markup');
  expect(() => transform(code, inLibrary('bpmn-js/node_modules/diagram-js/lib/core/Canvas.js?v=1'))).toThrow();
  expect(transform(code, inLibrary('react-dom/index.js'))).toBeUndefined();
});

test('what only reads markup is no place', () => {
  expect(transform('if (node.innerHTML === "") return;', inLibrary('diagram-js/lib/core/Canvas.js'))).toBeUndefined();
});
