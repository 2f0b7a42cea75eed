import type { BrowserContext, Page } from 'playwright-core';

/** Refused by the policy of the document: what, and by which directive. Runs in the page. */
const reportViolations = () => {
  const { reportProblem } = globalThis as unknown as { reportProblem(text: string): void };
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    reportProblem(`policy: ${effectiveDirective} refuses ${blockedURI} at ${sourceFile}:${lineNumber}`),
  );
};

/**
 * Collects what no page of the console may do: break the policy, fail in a script, or ask another origin for something.
 *
 * @param origins of the service and of its stores
 */
export async function watch(context: BrowserContext, origins: ReadonlySet<string>): Promise<string[]> {
  const problems: string[] = [];
  await context.exposeFunction('reportProblem', (text: string) => problems.push(text));
  await context.addInitScript(reportViolations);
  context.on('request', (request) => {
    const { protocol, origin, href } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !origins.has(origin)) problems.push(`another origin: ${href}`);
  });
  context.on('page', (page) => watchPage(page, problems));
  return problems;
}

function watchPage(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    // Chromium reports the status of a refused request as an error, too, and a cut connection; the policy is
    // heard of above.
    const isExpected = /the server responded with a status of|net::ERR_|Content Security Policy/.test(text);
    if (message.type() === 'error' && !isExpected) problems.push(`console.error: ${text}`);
  });
}
