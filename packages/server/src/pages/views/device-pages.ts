import { html } from '../frame/html.js';
import type { Page } from '../frame/page.js';
import { heading, note } from '../frame/parts.js';

/** Where a person types the code that another device shows. */
export const deviceCodePage = (view: {
  readonly basePath: string;
  readonly person: string;
  readonly code: string;
  readonly failure?: { readonly status: number; readonly detail: string };
}): Page => ({
  title: 'Enter a code',
  status: view.failure?.status ?? 200,
  body: html`${heading('Enter the code', html`You are signed in as <span class="strong">${view.person}</span>.`)}
${view.failure !== undefined && note('bad', view.failure.detail)}
<form method="post" action="${view.basePath}/device"><div class="field"><label for="user_code">Code that the device or program shows</label>
<input class="input code" id="user_code" name="user_code" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="20" placeholder="BCDF-GHJK" value="${view.code}"${
    view.failure !== undefined && html` aria-invalid="true"`
  }></div>
<button class="button primary" type="submit">Continue</button></form>
<p class="small">Enter only a code that you see on a device of your own. Whoever sent you a code would get access to your account.</p>`,
});

/** The person has decided; the device goes on by itself. */
export const deviceDonePage = (application: string, allowed: boolean): Page => ({
  title: allowed ? 'Allowed' : 'Declined',
  body: html`${heading(allowed ? 'Done' : 'Declined')}${
    allowed
      ? note('good', html`${application} goes on by itself. You can close this page.`)
      : note('warn', html`${application} gets no access. You can close this page.`)
  }`,
});
