import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** A headless Chromium that calls nobody by itself. */
export const launchBrowser = (flags: readonly string[] = []): Promise<Browser> => launch([...chromium.args, ...flags]);

/** What the package asks for because it is made for functions in a cloud. */
const ofFunctions = new Set([
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
  '--disable-web-security',
  '--no-zygote',
  '--single-process',
]);

/** The same with the processes and the rules of origins that browsers of people have. */
export const launchStrictBrowser = (): Promise<Browser> =>
  launch(chromium.args.filter((flag) => !ofFunctions.has(flag)));

/** Where the browser stands; unpacks it first if need be. */
export const browserPath = (): Promise<string> => chromium.executablePath();

const launch = async (args: readonly string[]): Promise<Browser> =>
  playwright.launch({
    executablePath: await browserPath(),
    args: [...args, '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    headless: true,
  });
