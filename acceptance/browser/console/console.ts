import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { launchStrictBrowser } from '../launch.js';
import { type PersonName, sessionOf } from './people.js';
import { watch } from './watch.js';

export interface OpenOptions {
  /** Default `desktop`: 1280 × 800; `phone`: 390 × 844 with touch. */
  readonly device?: keyof typeof devices;
  /** Default `en`. */
  readonly locale?: 'en' | 'de' | 'ar';
  readonly colorScheme?: 'light' | 'dark';
  /** In place of what the device has. */
  readonly width?: number;
  readonly height?: number;
  /** Further options of Playwright, such as `reducedMotion`. */
  readonly context?: BrowserContextOptions;
}

/** A window with the console. */
export interface ConsoleWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What broke the policy, failed or left the origin so far. The test fails at its end unless this is empty. */
  readonly problems: string[];
  /** Opens a path below the service. */
  open(path: string): Promise<void>;
  /** Fails when the page breaks a rule of WCAG 2.2 AA, or is wider than the window. */
  expectNoBarriers(): Promise<void>;
  /** Writes `<name>.png` into the folder that MILLRACE_TEST_SCREENSHOTS names; does nothing without it. */
  screenshot(name: string): Promise<void>;
}

const devices = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const;

const locales = { en: 'en-GB', de: 'de-DE', ar: 'ar-EG' } as const;

const base = inject('demoUrl');

/**
 * The console for the tests of a file: one browser, and windows that are closed after each test. What all of them must hold is
 * checked then: no violation of the policy, no error in a script, no request to another origin.
 */
export function useConsole(): (person: PersonName | 'nobody', options?: OpenOptions) => Promise<ConsoleWindow> {
  let browser: Browser;
  let origins: ReadonlySet<string>;
  const opened: ConsoleWindow[] = [];
  beforeAll(async () => {
    [browser, origins] = await Promise.all([launchStrictBrowser(), allowedOrigins(base)]);
  });
  afterEach(async () => {
    const windows = opened.splice(0);
    await Promise.all(windows.map(({ context }) => context.close()));
    expect(windows.flatMap(({ problems }) => problems)).toEqual([]);
  });
  afterAll(() => browser?.close());

  return async (person, { device = 'desktop', locale = 'en', colorScheme = 'light', width, height, ...more } = {}) => {
    const { viewport, ...rest } = devices[device];
    const context = await browser.newContext({
      ...rest,
      viewport: { width: width ?? viewport.width, height: height ?? viewport.height },
      locale: locales[locale],
      timezoneId: 'Europe/Berlin',
      colorScheme,
      ...more.context,
    });
    context.setDefaultTimeout(20_000);
    const problems = await watch(context, origins);
    if (person !== 'nobody') {
      await context.addCookies(await sessionOf(person));
      // Another test may have chosen a language, which goes with the person.
      const chosen = await context.request.post(`${base}/v1/users/setLocale`, {
        headers: { origin: new URL(base).origin },
        data: { locale: null },
      });
      expect(chosen.status()).toBe(200);
    }
    const page = await context.newPage();
    const opening: ConsoleWindow = {
      page,
      context,
      problems,
      async open(path) {
        await page.goto(base + path);
      },
      expectNoBarriers: () => expectNoBarriers(page),
      screenshot: (name) => screenshot(page, name),
    };
    opened.push(opening);
    return opening;
  };
}

/** The service, and the stores that its policy names. */
export async function allowedOrigins(address: string): Promise<ReadonlySet<string>> {
  const { headers } = await fetch(address, { headers: { accept: 'text/html' } });
  const policy = headers.get('content-security-policy') ?? '';
  const [, connects = ''] = /connect-src 'self'([^;]*)/.exec(policy) ?? [];
  return new Set([new URL(address).origin, ...connects.split(' ').filter(Boolean)]);
}

let axe: string | undefined;

export async function expectNoBarriers(page: Page): Promise<void> {
  axe ??= await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    // Colours halfway between two states are nobody's choice.
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.all(changing.map(({ finished }) => finished.catch(() => undefined)));
    const { axe: rules } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await rules.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  expect(found).toEqual([]);
  const beside = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(beside, 'pixels beside the window').toBe(0);
}

export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.MILLRACE_TEST_SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
