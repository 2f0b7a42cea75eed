import { type Html, html } from '../frame/html.js';
import type { Page } from '../frame/page.js';
import { heading, hidden, note, passwordField } from '../frame/parts.js';

/** Why a form was not taken. */
export interface LinkFailure {
  readonly status: number;
  readonly detail: string;
}

export interface LinkView {
  /** Path of the link, where its form is sent to. */
  readonly action: string;
  readonly failure?: LinkFailure | undefined;
}

const form = ({ action, failure }: LinkView, fields: Html, button: string, mark: Html = html``): Html =>
  html`${failure !== undefined && note('bad', failure.detail)}
<form method="post" action="${action}">${fields}<button class="button primary" type="submit"${mark}>${button}</button></form>`;

const textField = (name: string, label: string, type: 'text' | 'email', value: string, autocomplete: string): Html =>
  html`<div class="field"><label for="${name}">${label}</label>
<input class="input" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required maxlength="254" value="${value}"></div>`;

const newPassword = passwordField({
  name: 'password',
  label: 'Password',
  autocomplete: 'new-password',
  minLength: 12,
  hint: 'At least 12 characters. Several words are easy to remember.',
});

/** Asks a person who was invited for name and password, and for the address if the invitation has none. */
export const invitationPage = (
  view: LinkView & { readonly email: string | null; readonly typedEmail: string; readonly name: string },
): Page => ({
  title: 'Accept the invitation',
  status: view.failure?.status ?? 200,
  body: html`${heading('You are invited', view.email === null ? 'Choose how you sign in.' : html`as <span class="strong">${view.email}</span>`)}
${form(
  view,
  html`${view.email === null && textField('email', 'E-mail address', 'email', view.typedEmail, 'username')}${textField('name', 'Your name', 'text', view.name, 'name')}${newPassword}`,
  'Accept the invitation',
)}`,
});

export const newPasswordPage = (view: LinkView): Page => ({
  title: 'Set a new password',
  status: view.failure?.status ?? 200,
  body: html`${heading('Set a new password', 'All other sign-ins end.')}${form(view, newPassword, 'Set the password')}`,
});

export const confirmEmailPage = (view: LinkView & { readonly email: string }): Page => ({
  title: 'Confirm your e-mail address',
  status: view.failure?.status ?? 200,
  body: html`${heading('Confirm your e-mail address', html`<span class="strong">${view.email}</span>`)}${form(view, html``, 'Confirm this address')}`,
});

/**
 * Asks for one press, because what looks into mails opens every link.
 *
 * @param view `isPressed`: the page may press the button itself, see page.js
 */
export const signInLinkPage = (view: LinkView & { readonly returnTo: string; readonly isPressed: boolean }): Page => ({
  title: 'Sign in',
  status: view.failure?.status ?? 200,
  body: html`${heading('Sign in', 'The link works once.')}${form(
    view,
    hidden({ return_to: view.returnTo === '' ? undefined : view.returnTo }),
    'Sign in',
    view.isPressed ? html` data-now` : html``,
  )}`,
});

/** A link that was used, revoked, has expired or is unknown. */
export const deadLinkPage = (basePath: string, failure: LinkFailure): Page => ({
  title: 'The link cannot be used',
  status: failure.status,
  body: html`${heading('The link cannot be used')}${note('bad', failure.detail)}
<a class="button" href="${basePath}/forgot-password">Ask for a new password</a>
<a class="button" href="${basePath}/sign-in">Sign in</a>`,
});

/** The form was taken. */
export const linkDonePage = (basePath: string, title: string, text: string): Page => ({
  title,
  body: html`${heading(title)}${note('good', text)}<a class="button" href="${basePath}/sign-in">Go on</a>`,
});

/** Asks for the address that gets a link to set a new password. */
export const forgotPasswordPage = (
  basePath: string,
  view: { readonly email: string; readonly failure?: LinkFailure | undefined },
): Page => ({
  title: 'Forgot your password?',
  status: view.failure?.status ?? 200,
  body: html`${heading('Forgot your password?', 'We send a link to set a new one.')}${form(
    { action: `${basePath}/forgot-password`, failure: view.failure },
    textField('email', 'E-mail address', 'email', view.email, 'username'),
    'Send the link',
  )}`,
});
