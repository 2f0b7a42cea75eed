import { type Html, html } from '../frame/html.js';
import { icon } from '../frame/icons.js';

/** A button that appears where the browser has passkeys (`assets/passkey.js`), with a place for what goes wrong. */
export const passkeyButton = (options: {
  readonly task: 'sign-in' | 'second-step' | 'add';
  readonly label: string;
  readonly basePath: string;
  /** Path below the base path to go on to. */
  readonly to: string;
  readonly primary?: boolean;
}): Html => html`<div class="note bad" role="alert" hidden data-passkey-failure>${icon('circle-alert')}<p></p></div>
<button class="button${options.primary === true && ' primary'}" type="button" hidden data-passkey="${options.task}" data-base="${options.basePath}" data-to="${options.basePath}${options.to}">${icon('fingerprint')}${options.label}</button>`;
