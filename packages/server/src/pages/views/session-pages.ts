import { html } from '../frame/html.js';
import type { Page, PageSite } from '../frame/page.js';
import { heading, hidden, note } from '../frame/parts.js';

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

/** What an application asks for that does not prove whom it means. */
export interface SignOutQuestion {
  readonly basePath: string;
  readonly person: string;
  /** Undefined: it has not said who it is. */
  readonly application: string | undefined;
  readonly action: string;
  readonly members: Readonly<Record<string, string>>;
  readonly formTargets: readonly string[];
}

/** Asks a person whether an application may sign them out. */
export const askedToSignOutPage = (question: SignOutQuestion): Page => ({
  title: 'Sign out',
  formTargets: question.formTargets,
  body: html`${heading('Sign out?', html`You are signed in as <span class="strong">${question.person}</span>.`)}
<p>${question.application ?? 'Another site'} asks to sign you out of Millrace in this browser.</p>
<form method="post" action="${question.basePath}${question.action}">${hidden(question.members)}
<div class="buttons"><button class="button primary" type="submit" name="decision" value="signOut">Sign out</button>
<button class="button" type="submit" name="decision" value="stay">Stay signed in</button></div></form>`,
});

/** @param identityProviderUrl where the identity provider of the session signs the person out too */
export const signedOutPage = (basePath: string, identityProviderUrl?: string): Page => ({
  title: 'Signed out',
  body: html`${heading('You are signed out')}${note('good', 'This browser has no access to your account any more.')}
${
  identityProviderUrl !== undefined &&
  html`<p>You are still signed in at your identity provider, so the next sign-in needs no password.</p>
<a class="button primary" href="${identityProviderUrl}">Sign out there too</a>`
}
<a class="button" href="${basePath}/sign-in">Sign in again</a>`,
});
