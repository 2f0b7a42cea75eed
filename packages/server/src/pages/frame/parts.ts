import { type Html, type HtmlValue, html } from './html.js';
import { type IconName, icon } from './icons.js';

const notes = { bad: 'circle-alert', warn: 'triangle-alert', good: 'circle-check' } as const satisfies Record<
  string,
  IconName
>;

/** A message in a box. Screen readers announce a bad one when the page opens. */
export const note = (kind: keyof typeof notes, text: HtmlValue): Html =>
  html`<div class="note ${kind}"${kind === 'bad' && html` role="alert"`}>${icon(notes[kind])}<p>${text}</p></div>`;

/** The first lines of a page: what it is about. */
export const heading = (title: HtmlValue, line?: HtmlValue): Html =>
  html`<div class="heading"><h1>${title}</h1>${line !== undefined && html`<p class="quiet">${line}</p>`}</div>`;

/** Members of a form that people do not see. */
export const hidden = (members: Readonly<Record<string, string | undefined>>): Html =>
  html`${Object.entries(members).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;

/** A field for a password, with a button that shows it where scripts run. */
export const passwordField = (field: {
  readonly name: string;
  readonly label: string;
  readonly autocomplete: 'current-password' | 'new-password';
  readonly invalid?: boolean;
  readonly minLength?: number;
  /** Beside the label. */
  readonly aside?: Html | undefined;
  /** Below the field. */
  readonly hint?: string;
}): Html => html`<div class="field"><div class="label-row"><label for="${field.name}">${field.label}</label>${field.aside}</div>
<div class="secret"><input class="input" id="${field.name}" name="${field.name}" type="password" autocomplete="${field.autocomplete}" required maxlength="1024"${
  field.minLength !== undefined && html` minlength="${field.minLength}"`
}${field.invalid === true && html` aria-invalid="true"`}${
  field.hint !== undefined && html` aria-describedby="${field.name}-hint"`
}><button type="button" hidden data-shows="${field.name}" aria-pressed="false" aria-label="Show password">${icon('eye')}</button></div>${
  field.hint !== undefined && html`<p class="small" id="${field.name}-hint">${field.hint}</p>`
}</div>`;
