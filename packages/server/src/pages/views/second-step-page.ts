import { html } from '../frame/html.js';
import type { Page } from '../frame/page.js';
import { heading, hidden, note } from '../frame/parts.js';
import { passkeyButton } from './passkey-button.js';

/** What the page of the second step shows. */
export interface SecondStepView {
  readonly basePath: string;
  readonly returnTo: string;
  readonly pendingSignIn: string;
  /** totp, passkey, recoveryCode: what the person has. */
  readonly methods: readonly string[];
  readonly failure?: { readonly status: number; readonly detail: string };
}

const whatToType = (methods: readonly string[]): string => {
  if (!methods.includes('totp')) return 'Type one of your recovery codes, or use your passkey.';
  return methods.includes('recoveryCode')
    ? 'Type the code that your authenticator app shows, or one of your recovery codes.'
    : 'Type the code that your authenticator app shows.';
};

/** The second step of a sign-in: a code of the app or a recovery code, or a passkey instead. */
export function secondStepPage(view: SecondStepView): Page {
  const { basePath, returnTo, pendingSignIn, methods, failure } = view;
  const to = returnTo === '' ? '/sign-in' : returnTo;
  const takesCode = methods.includes('totp') || methods.includes('recoveryCode');
  const members = {
    pending_sign_in: pendingSignIn,
    methods: methods.join(' '),
    return_to: returnTo === '' ? undefined : returnTo,
  };
  return {
    title: 'Second step',
    status: failure?.status ?? 200,
    body: html`${heading('One more step', takesCode ? whatToType(methods) : 'Use your passkey.')}${
      failure !== undefined && note('bad', failure.detail)
    }
${
  takesCode &&
  html`<form method="post" action="${basePath}/sign-in/second-step">${hidden(members)}
<div class="field"><label for="code">Code</label><input class="input" id="code" name="code" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" required autofocus maxlength="64"${failure !== undefined && html` aria-invalid="true"`}></div>
<button class="button primary" type="submit">Sign in</button></form>`
}
${
  methods.includes('passkey') &&
  passkeyButton({ task: 'second-step', label: 'Use a passkey', basePath, to, primary: !takesCode })
}
<p class="small"><a href="${basePath}/sign-in">Begin again</a>. If you have lost your device, ask your administrator.</p>`,
  };
}
