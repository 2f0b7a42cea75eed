import { useSyncExternalStore } from 'react';

/** The languages of the console. Another language is two files per feature: a catalogue, and its compiled form. */
export const locales = ['en', 'de'] as const;
export type Locale = (typeof locales)[number];

const KEY = 'millrace.locale';
const listeners = new Set<() => void>();
let current: Locale = initialLocale();

/** The language that the person chose in this browser; otherwise the first of the browser's languages that there is. */
function initialLocale(): Locale {
  const wanted = [readChoice() ?? '', ...(globalThis.navigator?.languages ?? [])];
  return wanted.map((tag) => locales.find((locale) => tag.toLowerCase().startsWith(locale))).find(Boolean) ?? 'en';
}

/** What the person chose; undefined: the browser's language counts. */
export function readChoice(): Locale | undefined {
  const chosen = globalThis.localStorage?.getItem(KEY);
  return locales.find((locale) => locale === chosen);
}

export const currentLocale = (): Locale => current;

/** Undefined goes back to the browser's language. */
export function setLocale(locale: Locale | undefined): void {
  if (locale === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, locale);
  current = initialLocale();
  document.documentElement.lang = current;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLocale = (): Locale => useSyncExternalStore(subscribe, currentLocale);
