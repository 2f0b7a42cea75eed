import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call.js';
import { type Locale, locales, readChoice, setLocale } from '../messages/locale.js';
import { meQuery, useMe } from '../session/session.js';
import { showFailure } from './failure.js';

/** The console speaks the language that the person has chosen, in this browser or in another. */
export function useOwnLanguage(): void {
  const { locale } = useMe();
  useEffect(() => {
    const own = locales.find((one) => locale?.startsWith(one));
    if (own !== undefined && own !== readChoice()) setLocale(own);
  }, [locale]);
}

/** Chooses a language, here at once and on the other devices of the person; undefined: each browser's own. */
export function useChooseLanguage(): (locale: Locale | undefined) => void {
  const queries = useQueryClient();
  return (chosen) => {
    setLocale(chosen);
    const locale = chosen ?? null;
    queries.setQueryData(meQuery().queryKey, (me) => (me === undefined ? undefined : { ...me, locale }));
    call('setLocale', { locale }).catch(showFailure);
  };
}
