/** Text that is HTML already. Only `html` makes it, so that everything else in a page is escaped. */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static readonly of = (parts: TemplateStringsArray, values: readonly HtmlValue[]): Html =>
    new Html(parts.map((part, index) => part + (index < values.length ? textOf(values[index]) : '')).join(''));

  toString(): string {
    return this.#text;
  }
}

/** What a template takes: text is escaped; undefined and false leave nothing. */
export type HtmlValue = string | number | Html | readonly HtmlValue[] | undefined | false;

/**
 * A template of HTML: html`<p>${name}</p>`. Values are escaped for text and for attributes in double quotes; a template
 * must not put one into an unquoted attribute, a script or a style sheet.
 */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html => Html.of(parts, values);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
