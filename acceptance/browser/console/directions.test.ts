import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { signInAdmin, signInDemo } from '../../src/support/http.js';
import { configuration, createProcess, deploy } from '../../src/support/sub-project.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const url = inject('demoUrl');

/** Names that are read from the right, and one that is long. */
const suppliers = [
  'شركة الخليج للتوريدات',
  'ספקי הצפון בע״מ',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk GmbH',
];
let pages: readonly { readonly name: string; readonly path: string; readonly shows: string }[];

beforeAll(async () => {
  const owner = await signInDemo(url, 'owner');
  const fields = {
    supplier: { type: 'string', required: true, 'x-ui': { summary: 1 } },
    amount: { type: 'number', 'x-ui': { unit: 'currency' } },
    currency: { enum: ['EUR', 'USD'], default: 'EUR' },
    assignee: { type: 'string', format: 'user' },
  };
  const { id } = await deploy(await signInAdmin(url), configuration({ name: 'מבחן כיווניות', fields }));
  let processId = '';
  for (const supplier of suppliers) {
    processId = await createProcess(owner, id, { fields: { supplier, amount: 1234.5 } });
  }
  const [first = '', , last = ''] = suppliers;
  pages = [
    { name: 'list', path: `/processes/${id}`, shows: first },
    { name: 'board', path: `/processes/${id}?grouping=board`, shows: first },
    { name: 'process', path: `/processes/${id}/${processId}`, shows: last },
    { name: 'account', path: '/account', shows: 'Personal tokens' },
  ];
});

it('lists, boards, processes and the account can be read at 200 % and from the right', async () => {
  // 1280 × 800 at 200 %.
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { width: 640, height: 400 });
  for (const { name, path, shows } of pages) {
    await page.setViewportSize({ width: 640, height: 400 });
    await open(path);
    await page.getByText(shows).first().waitFor();
    expect(await outside(page), `${name} at 200 %`).toEqual([]);
    await expectNoBarriers();
    await screenshot(`${name}-zoomed`);

    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await notMirrored(page), `${name} from the right`).toEqual([]);
    expect(await cutAtTheStart(page), name).toEqual([]);
    const arrows = page.locator('.lucide-chevron-right, .lucide-arrow-left');
    for (const arrow of await arrows.all()) expect(await arrow.evaluate(transformOf)).toBe('matrix(-1, 0, 0, 1, 0, 0)');
    await expectNoBarriers();
    await screenshot(`${name}-right-to-left`);
  }
});

const transformOf = (element: Element) => getComputedStyle(element).transform;

const CONTROLS = 'a[href], button, input, select, textarea, [role=tab], h1, h2';

/**
 * Controls and headings that from the right do not stand where a mirror shows them, but for texts that are cut off. It leaves
 * the page from the right.
 */
const notMirrored = (page: Page) =>
  page.evaluate((controls) => {
    const elements = [...document.querySelectorAll(controls)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => element.closest('.vh') === null);
    const measure = (direction: string) => {
      document.documentElement.setAttribute('dir', direction);
      return elements.map((element) => element.getBoundingClientRect());
    };
    // In one turn, so that nothing arrives in between.
    const [fromTheLeft, fromTheRight] = [measure('ltr'), measure('rtl')];
    return elements
      .filter((element, index) => {
        const clipped = element.closest('.clip');
        if (clipped !== null && clipped.scrollWidth > clipped.clientWidth) return false;
        const [one, other] = [fromTheLeft[index], fromTheRight[index]];
        return Math.abs(innerWidth - (one?.right ?? 0) - (other?.left ?? 0)) > 1;
      })
      .map((element) => element.outerHTML.slice(0, 200));
  }, CONTROLS);

/** Controls and headings that reach over the side of the window where nothing scrolls, and so cannot be used. */
const outside = (page: Page) =>
  page.evaluate((controls) => {
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.querySelectorAll(controls)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => element.closest('.vh') === null && !scrolls(element.parentElement))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -1 || right > innerWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 200));
  }, CONTROLS);

/** Texts with too little room of which not the end is cut off but the beginning. */
const cutAtTheStart = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.clip')].flatMap((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      if (text === null || element.scrollWidth <= element.clientWidth) return [];
      const range = document.createRange();
      range.setStart(text, 0);
      range.setEnd(text, 1);
      const [first, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return first.left < box.left - 1 || first.right > box.right + 1 ? [element.textContent] : [];
    }),
  );
