import type { Locale } from '../../messages/locale.js';
import { inLanguage } from './in-language.js';

/** Names of the folders of templates, in the order in which they are offered. */
export const templateKeys = ['invoice', 'vacation', 'claims', 'onboarding', 'purchase'] as const;
export type TemplateKey = (typeof templateKeys)[number];

/** A project out of a template, in one language. */
export interface Template {
  readonly key: TemplateKey;
  readonly document: string;
  /** Files that the document names, by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Every file of the templates but their scenarios, which tests run, as text. */
const texts = import.meta.glob<string>(
  ['../templates/*/*.yaml', '../templates/*/*.bpmn', '../templates/*/*.dmn', '!../templates/*/*.test.yaml'],
  { eager: true, query: '?raw', import: 'default' },
);

const DOCUMENT = 'sub-project.yaml';

export function templateOf(key: TemplateKey, locale: Locale): Template {
  const folder = `../templates/${key}/`;
  const { [DOCUMENT]: document = '', ...files } = Object.fromEntries(
    Object.entries(texts)
      .filter(([path]) => path.startsWith(folder))
      .map(([path, text]) => [path.slice(folder.length), inLanguage(text, locale)]),
  );
  return { key, document, files };
}
