import { type Html, type HtmlValue, html } from '../frame/html.js';
import type { Page } from '../frame/page.js';
import { heading, hidden, note, passwordField } from '../frame/parts.js';

/** What the sign-in page shows. */
export interface SignInView {
  /** Path of the public address, without a slash at the end. */
  readonly basePath: string;
  /** Host of the service, for people who have several. */
  readonly host: string;
  /** Path to go on to; empty: none. */
  readonly returnTo: string;
  readonly email?: string;
  readonly remember?: boolean;
  /** Name of the application that a person is on the way to. */
  readonly application?: string | undefined;
  /** What was wrong with the attempt before. */
  readonly failure?: { readonly status: number; readonly detail: string };
  /** Other ways to sign in, above the password: a form or a button each. */
  readonly otherWays?: readonly Html[];
  /** Origins that a form on this page may lead to, beside where `returnTo` leads. */
  readonly formTargets?: readonly string[];
}

/** Sign-in with e-mail address and password, and whatever other ways there are. */
export function signInPage(view: SignInView): Page {
  const { basePath, host, returnTo, email = '', remember = false, application, failure, otherWays = [] } = view;
  const to: HtmlValue =
    application === undefined
      ? html`to <span class="strong">${host}</span>`
      : html`to <span class="strong">${host}</span>, to go on to <span class="strong">${application}</span>`;
  return {
    title: 'Sign in',
    status: failure?.status ?? 200,
    formTargets: view.formTargets ?? [],
    body: html`${heading('Sign in', to)}${failure !== undefined && note('bad', failure.detail)}
${otherWays.length > 0 && html`${otherWays}<div class="or"><span>or with a password</span></div>`}
<form method="post" action="${basePath}/sign-in">${hidden({ return_to: returnTo === '' ? undefined : returnTo })}
<div class="field"><label for="email">E-mail</label><input class="input" id="email" name="email" type="email" autocomplete="username webauthn" required maxlength="254" value="${email}"${failure !== undefined && html` aria-invalid="true"`}></div>
${passwordField({
  name: 'password',
  label: 'Password',
  autocomplete: 'current-password',
  invalid: failure !== undefined,
})}
<label class="check quiet"><input type="checkbox" name="remember" value="true"${remember && html` checked`}>Keep me signed in for 14 days on this device</label>
<button class="button${otherWays.length === 0 ? ' primary' : ''}" type="submit">Sign in</button></form>
<p class="small"><a href="${`${basePath}/forgot-password`}">Forgot your password?</a> No account yet? Your administrator sends the invitation. Everything stays on this server: no trackers, no third parties.</p>`,
  };
}
