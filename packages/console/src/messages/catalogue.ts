import { use } from 'react';
import { currentLocale, type Locale, useLocale } from './locale.js';

/** The messages of a feature: a part that shows some loads those of its language with it. */
export interface Catalogue<Messages> {
  /** Loads the messages of the language in use, for a route to wait for together with its code. */
  load(): Promise<Messages>;
  /** The messages, in a component. */
  use(): Messages;
}

type Loaders<Messages> = Readonly<Record<Locale, () => Promise<{ readonly texts: Messages }>>>;

export function catalogue<Messages>(loaders: Loaders<Messages>): Catalogue<Messages> {
  const loads = new Map<Locale, Promise<Messages>>();
  const load = (locale: Locale): Promise<Messages> => {
    const known = loads.get(locale);
    if (known !== undefined) return known;
    const begun = loaders[locale]().then(({ texts }) => texts);
    loads.set(locale, begun);
    // What failed is tried again by whoever asks next.
    begun.catch(() => loads.delete(locale));
    return begun;
  };
  return { load: () => load(currentLocale()), use: () => use(load(useLocale())) };
}
