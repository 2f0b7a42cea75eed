import { html } from '../frame/html.js';
import type { Page, PageSite } from '../frame/page.js';
import { heading, note } from '../frame/parts.js';

/** For somebody who has signed in and was not on the way to anything. */
export const signedInPage = ({ basePath, home }: PageSite, name: string): Page => ({
  title: 'Signed in',
  body: html`${heading('You are signed in', html`as <span class="strong">${name}</span>`)}${home === '/' && html`<a class="button primary" href="${basePath}/">Open Millrace</a>`}
<form method="post" action="${basePath}/sign-out"><button class="button" type="submit">Sign out</button></form>`,
});

/** Asked with GET, sign-out only shows what to press. */
export const signOutPage = (basePath: string, name: string): Page => ({
  title: 'Sign out',
  body: html`${heading('Sign out?', html`You are signed in as <span class="strong">${name}</span>.`)}
<form method="post" action="${basePath}/sign-out"><button class="button primary" type="submit">Sign out</button></form>`,
});

export const signedOutPage = (basePath: string): Page => ({
  title: 'Signed out',
  body: html`${heading('You are signed out')}${note('good', 'This browser has no access to your account any more.')}
<a class="button" href="${basePath}/sign-in">Sign in again</a>`,
});
