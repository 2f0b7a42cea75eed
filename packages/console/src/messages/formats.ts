import { createElement, Fragment, type ReactNode } from 'react';
import type { Locale } from './locale.js';

/** Texts of a choice; with tags in one of them, nodes. */
type Options<T> = Readonly<Record<string, () => T>> & { readonly other: () => T };

const medium: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

const dateStyles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  medium,
  short: { day: 'numeric', month: 'short' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  full: { dateStyle: 'full', timeStyle: 'short' },
  time: { hour: '2-digit', minute: '2-digit' },
};

/** What compiled messages call for numbers, dates and plurals of a language. */
export function formats(locale: Locale) {
  // German and British dates and figures; the language does not say which other country is meant.
  const tag = locale === 'en' ? 'en-GB' : locale;
  const numbers = new Intl.NumberFormat(tag);
  const cardinals = new Intl.PluralRules(tag);
  const ordinals = new Intl.PluralRules(tag, { type: 'ordinal' });
  return {
    number: (value: number): string => numbers.format(value),
    date: (value: string | Date, style: string): string =>
      new Intl.DateTimeFormat(tag, dateStyles[style] ?? medium).format(new Date(value)),
    plural<T extends ReactNode = string>(value: number, offset: number, options: Options<T>, isOrdinal = false): T {
      const rules = isOrdinal ? ordinals : cardinals;
      return (options[`=${value}`] ?? options[rules.select(value - offset)] ?? options.other)();
    },
    select: <T extends ReactNode = string>(value: string, options: Options<T>): T =>
      (options[value] ?? options.other)(),
    rich: (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts),
  };
}
