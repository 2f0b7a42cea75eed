import { type Html, html } from '../frame/html.js';
import type { Page } from '../frame/page.js';
import { heading, hidden, note } from '../frame/parts.js';
import { qrCode } from '../frame/qr-code.js';
import { passkeyButton } from './passkey-button.js';

/** What the pages show that set up a second factor. */
export interface EnrolView {
  readonly basePath: string;
  /** Path to go on to where `returnTo` is empty. */
  readonly home: string;
  readonly returnTo: string;
  /** Whether browsers offer passkeys here. */
  readonly hasPasskeys: boolean;
}

const next = ({ returnTo, home }: EnrolView): string => (returnTo === '' ? home : returnTo);
const members = ({ returnTo }: EnrolView) => ({ return_to: returnTo === '' ? undefined : returnTo });

const recoveryAdvice =
  'Keep these codes where you find them without your device. Each stands once for your second factor. They are not shown again.';

/** The choice: a passkey where there are some, or an authenticator app. */
export const enrolPage = (view: EnrolView): Page => ({
  title: 'Set up a second factor',
  body: html`<div data-enrol>${heading('Set up a second factor', 'Your organisation asks for more than a password.')}
${
  view.hasPasskeys &&
  html`<div class="field" hidden data-with-passkey><label for="passkey-name">Name of this device</label><input class="input" id="passkey-name" data-passkey-name maxlength="100" value="Passkey"></div>
${passkeyButton({ task: 'add', label: 'Add a passkey', basePath: view.basePath, to: next(view), primary: true })}
<div class="or" hidden data-with-passkey><span>or</span></div>`
}
<form method="post" action="${view.basePath}/sign-in/enrol">${hidden(members(view))}<button class="button" type="submit">Use an authenticator app</button></form>
</div>
<div hidden data-recovery>${heading('Your recovery codes', recoveryAdvice)}<pre class="codes" data-recovery-list></pre>
<a class="button primary" href="${view.basePath}${next(view)}">I have kept them</a></div>`,
});

/** The secret for the app, as a picture and as text, and a field for its first code. */
export const totpPage = (
  view: EnrolView & {
    readonly secret: string;
    readonly uri: string;
    readonly failure?: { readonly status: number; readonly detail: string };
  },
): Page => ({
  title: 'Set up an authenticator app',
  status: view.failure?.status ?? 200,
  body: html`${heading('Set up an authenticator app', 'Scan the picture with the app on your phone, or type the key.')}${
    view.failure !== undefined && note('bad', view.failure.detail)
  }
${qrCode(view.uri, 'QR code with the key for your authenticator app')}
<p class="small">Key: <code>${(view.secret.match(/.{1,4}/g) ?? []).join(' ')}</code></p>
<form method="post" action="${view.basePath}/sign-in/enrol/confirm">${hidden({
    ...members(view),
    secret: view.secret,
    uri: view.uri,
  })}
<div class="field"><label for="code">Code that the app shows now</label><input class="input" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required autofocus maxlength="16"${view.failure !== undefined && html` aria-invalid="true"`}></div>
<button class="button primary" type="submit">Confirm</button></form>`,
});

/** The recovery codes, shown once. */
export const recoveryCodesPage = (view: EnrolView, codes: readonly string[]): Page => ({
  title: 'Recovery codes',
  body: html`${heading('Your recovery codes', recoveryAdvice)}${codesList(codes)}
<a class="button primary" href="${view.basePath}${next(view)}">I have kept them</a>`,
});

const codesList = (codes: readonly string[]): Html => html`<pre class="codes">${codes.join('\n')}</pre>`;
