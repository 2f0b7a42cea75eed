import type { Locale } from '../../messages/locale.js';

const tags: Readonly<Record<Locale, string>> = { en: 'en-GB', de: 'de' };

interface Marks {
  readonly group: string;
  readonly decimal: string;
}

const marksOf = (locale: Locale): Marks => {
  const parts = new Intl.NumberFormat(tags[locale]).formatToParts(12345.6);
  const mark = (type: string, other: string) => parts.find((part) => part.type === type)?.value ?? other;
  return { group: mark('group', ','), decimal: mark('decimal', '.') };
};

/** A number as the language writes it in a field: without groups, so that it can be edited. */
export const numberText = (value: number, locale: Locale): string =>
  String(value).includes('e') ? String(value) : String(value).replace('.', marksOf(locale).decimal);

/** Reads a number as the language writes it, groups or not. Undefined: it is none. */
export function readNumber(text: string, locale: Locale): number | undefined {
  const { group, decimal } = marksOf(locale);
  const compact = text
    .trim()
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace(/^[\u2212\u2013]/, '-');
  if (/e/i.test(compact)) return plain(compact);
  const [whole = '', ...fractions] = compact.split(decimal);
  if (fractions.length > 1) return undefined;
  // Groups have three digits: 1,5 in English is not 15.
  const groups = whole.split(group);
  if (groups.length > 1 && groups.slice(1).some((digits) => digits.length !== 3)) return undefined;
  return plain(`${groups.join('')}${fractions.length === 0 ? '' : `.${fractions[0]}`}`);
}

function plain(text: string): number | undefined {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
