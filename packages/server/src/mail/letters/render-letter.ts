import { escapeHtml } from './escape-html.js';
import { wordsIn } from './languages.js';
import type { Language, LayoutWords, Letter, LetterItem, RenderedLetter } from './letter.js';
import type { LetterData, LetterLink, LetterTemplate } from './templates.js';

/** A notice has no link and does not read it. */
const NO_LINK: LetterLink = { url: '', expiresTs: new Date(0) };

/** The text and HTML part of an e-mail. Both say the same and have the same link. */
export function renderLetter<Template extends LetterTemplate>(
  language: Language,
  template: Template,
  data: LetterData[Template],
  link: LetterLink = NO_LINK,
): RenderedLetter {
  const words = wordsIn(language);
  return layOut(words.letters[template](onOneLine(data), link), words);
}

/** The text and HTML part of a letter. */
export const layOut = (letter: Letter, words: LayoutWords): RenderedLetter => ({
  subject: letter.subject,
  text: textOf(letter, words),
  html: htmlOf(letter, words),
});

/** Names that people chose must not add header lines, nor lines that look like ours. */
export const onOneLine = <Data>(data: Data): Data =>
  JSON.parse(JSON.stringify(data), (_name, value: unknown) =>
    typeof value === 'string' ? value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ') : value,
  ) as Data;

function textOf({ heading, paragraphs, items = [], button, notes, links = [] }: Letter, words: LayoutWords): string {
  const parts = [
    heading,
    ...paragraphs,
    ...items.map(({ title, place, lines, url }) => [title, place, ...lines, url].join('\n')),
    ...(button === undefined ? [] : [`${button.label}:\n${button.url}`]),
    ...notes,
    ['-- ', words.footer, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * Colours of the design, written into the elements because mail programs drop style sheets; the sheet is for those that know
 * a dark scheme. No picture is loaded: pictures tell when an e-mail is read, and most programs block them.
 */
function htmlOf(
  { subject, heading, paragraphs, items = [], button, notes, links = [] }: Letter,
  words: LayoutWords,
): string {
  const line = (text: string, style: string, className: string) =>
    `<p class="${className}" style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const body = paragraphs.map((text) => line(text, 'font-size:16px;line-height:24px;color:#151b1d;', 'text'));
  const small = notes.map((text) => line(text, 'font-size:14px;line-height:20px;color:#465156;', 'quiet'));
  return `<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
.page { background: #0d1112 !important; }
.card { background: #14191b !important; border-color: #262e31 !important; }
.item { border-color: #262e31 !important; }
.text, .heading { color: #e9edee !important; }
.quiet { color: #b2bcbf !important; }
.brand, .link { color: #55c4cf !important; }
.button { background: #3fb2be !important; color: #04191c !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f6f6;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f6f6;">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:${FONT};">
<tr><td class="brand" style="padding:0 0 16px;font-size:18px;line-height:24px;font-weight:600;color:#0b6873;">Millrace</td></tr>
<tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #e1e6e6;border-radius:12px;">
<h1 class="heading" style="margin:0 0 16px;font-size:24px;line-height:32px;font-weight:600;color:#151b1d;">${escapeHtml(heading)}</h1>
${body.join('\n')}
${items.map(itemOf).join('')}${button === undefined ? '' : buttonOf(button, words)}${small.join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:16px 0 0;font-size:12px;line-height:16px;color:#465156;">${[escapeHtml(words.footer), ...links.map(linkOf)].join('<br>\n')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function itemOf({ title, place, lines, url }: LetterItem): string {
  const line = (text: string) =>
    `<br>\n<span class="text" style="font-size:14px;line-height:20px;color:#151b1d;">${escapeHtml(text)}</span>`;
  return `<p class="item" style="margin:0 0 16px;padding:0 0 16px;border-bottom:1px solid #e1e6e6;"><a class="link" href="${escapeHtml(url)}" style="font-size:16px;line-height:24px;font-weight:600;color:#0b6873;text-decoration:none;">${escapeHtml(title)}</a><br>
<span class="quiet" style="font-size:12px;line-height:16px;color:#465156;">${escapeHtml(place)}</span>${lines.map(line).join('')}</p>
`;
}

const linkOf = ({ label, url }: { readonly label: string; readonly url: string }): string =>
  `<a class="quiet" href="${escapeHtml(url)}" style="color:#465156;">${escapeHtml(label)}</a>`;

function buttonOf({ label, url }: NonNullable<Letter['button']>, words: LayoutWords): string {
  const address = escapeHtml(url);
  return `<p style="margin:24px 0;"><a class="button" href="${address}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0b6873;color:#ffffff;font-size:16px;line-height:24px;font-weight:500;text-decoration:none;">${escapeHtml(label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:14px;line-height:20px;color:#465156;">${escapeHtml(words.copyLink)}<br>
<a class="link" href="${address}" style="color:#0b6873;word-break:break-all;">${address}</a></p>
`;
}
