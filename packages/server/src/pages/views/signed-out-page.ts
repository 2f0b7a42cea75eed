import { html } from '../frame/html.js';
import type { Page, PageSite } from '../frame/page.js';
import { heading } from '../frame/parts.js';

/** After a sign-out at an identity provider. */
export const signedOutPage = ({ basePath }: PageSite): Page => ({
  title: 'Signed out',
  body: html`${heading('Signed out', 'You are signed out here and at your identity provider.')}
<p><a href="${basePath}/sign-in">Sign in again</a></p>`,
});
