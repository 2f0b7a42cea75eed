import type { FastifyReply } from 'fastify';
import { type Page, type PageSite, pageHeaders, renderPage } from './page.js';

/** Answers with a page. */
export const sendPage = (reply: FastifyReply, site: PageSite, page: Page): FastifyReply =>
  reply
    .code(page.status ?? 200)
    .headers(pageHeaders(page))
    .send(renderPage(site, page));
