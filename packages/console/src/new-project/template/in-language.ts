/** The languages in the order in which texts of templates have them. */
const languages = ['en', 'de'] as const;

/** Texts of templates have both languages at one place: `«Vacation|Urlaub»`. */
export const inLanguage = (text: string, language: (typeof languages)[number]): string =>
  text.replace(/«([^|»]*)\|([^»]*)»/g, (_all, ...both: string[]) => both[languages.indexOf(language)] ?? '');
