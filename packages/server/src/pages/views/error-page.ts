import { errorCatalogue } from '@millrace/contract';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { html } from '../frame/html.js';
import type { Page } from '../frame/page.js';
import { heading, note } from '../frame/parts.js';

/** What was wrong, what to do about it, and the id under which the operator finds it in the log. */
export function errorPage(error: CatalogueError, traceId: string): Page {
  const { title, remedy } = errorCatalogue[error.id];
  return {
    title,
    status: error.status,
    body: html`${heading(title)}${note('bad', error.detail)}
<p>${remedy}</p>
<p class="small">If it happens again, tell the operator of this service this id: <span class="mono">${traceId}</span></p>`,
  };
}
