import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { html } from '../frame/html.js';
import type { Page } from '../frame/page.js';
import { heading, note } from '../frame/parts.js';

/** What was wrong, what to do about it, and the id under which the operator finds it in the log. */
export function errorPage(error: CatalogueError, traceId: string): Page {
  return {
    title: 'That did not work',
    status: error.status,
    body: html`${heading('That did not work')}${note('bad', error.detail)}
<p>${remedyOf(error)}</p>
<p class="small">If it happens again, tell the operator of this service this id: <span class="mono">${traceId}</span></p>`,
  };
}

/** The remedies of the catalogue are for programs. */
function remedyOf({ status, retryAfter }: CatalogueError): string {
  if (status === 429 || status === 503) return `Try again in ${retryAfter ?? 60} seconds.`;
  if (status >= 500) return 'Try again in a moment.';
  if (status === 404) return 'Check the address, or go back to where you came from.';
  return 'Go back and try again. If an application or a link brought you here, tell whoever it is from.';
}
