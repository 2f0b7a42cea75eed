import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** Messages of a feature in both languages as the texts of three modules: the types, and one per language. */
export function compileCatalogues({ name, runtime, en, de }) {
  const missing = differences(Object.keys(en), Object.keys(de));
  if (missing.length > 0) throw new Error(`${name}: only one of en.json and de.json has ${missing.join(', ')}`);
  const keys = Object.keys(en).sort();
  const english = new Map(keys.map((key) => [key, parsed(name, 'en', key, en[key])]));
  const german = new Map(keys.map((key) => [key, parsed(name, 'de', key, de[key])]));
  for (const key of keys) {
    const [inEnglish, inGerman] = [english, german].map((messages) => [...argumentsOf(messages.get(key)).keys()]);
    const odd = differences(inEnglish, inGerman);
    if (odd.length > 0) throw new Error(`${name}: ${key} has ${odd.join(', ')} in one language only`);
  }
  const type = `${pascalCase(name)}Messages`;
  return {
    'index.gen.ts': indexText(type, runtime, keys, english),
    'en.gen.ts': localeText(type, runtime, 'en', english),
    'de.gen.ts': localeText(type, runtime, 'de', german),
  };
}

const header = '// Generated from en.json and de.json by `npm run build`; do not edit.\n';

function indexText(type, runtime, keys, messages) {
  const needsReact = keys.some((key) => isRich(messages.get(key)));
  const members = keys.map((key) => `  readonly ${key}: ${typeOf(messages.get(key))};\n`).join('');
  return [
    header,
    needsReact ? "import type { ReactNode } from 'react';\n" : '',
    `import { catalogue } from '${runtime}/catalogue.js';\n\n`,
    `export interface ${type} {\n${members}}\n\n`,
    `export const messages = catalogue<${type}>({\n`,
    "  en: () => import('./en.gen.js'),\n",
    "  de: () => import('./de.gen.js'),\n",
    '});\n',
  ].join('');
}

function localeText(type, runtime, locale, messages) {
  const lines = [...messages].map(([key, parts]) => `  ${key}: ${functionOf(parts)},\n`).join('');
  const used = ['date', 'number', 'plural', 'rich', 'select'].filter((name) =>
    new RegExp(`\\bf\\.${name}\\(`).test(lines),
  );
  const imports = used.length === 0 ? '' : `import { formats } from '${runtime}/formats.js';\n`;
  const constant = used.length === 0 ? '' : `const f = formats('${locale}');\n\n`;
  return `${header}${imports}import type { ${type} } from './index.gen.js';\n\n${constant}export const texts: ${type} = {\n${lines}};\n`;
}

function parsed(name, locale, key, text) {
  try {
    return parse(text, { requiresOtherClause: true });
  } catch (error) {
    throw new Error(`${name}: ${key} in ${locale}.json is no ICU message: ${error.message}`);
  }
}

const differences = (a, b) => [...a.filter((item) => !b.includes(item)), ...b.filter((item) => !a.includes(item))];

/** Argument → its type in TypeScript, in the order of the names. */
function argumentsOf(parts, found = new Map()) {
  for (const part of parts) {
    if (part.type === TYPE.argument) found.set(part.value, found.get(part.value) ?? 'string | number');
    if (part.type === TYPE.number || part.type === TYPE.plural) found.set(part.value, 'number');
    if (part.type === TYPE.date || part.type === TYPE.time) found.set(part.value, 'string | Date');
    if (part.type === TYPE.select) found.set(part.value, 'string');
    if (part.type === TYPE.tag) found.set(part.value, '(children: ReactNode) => ReactNode');
    if (part.type === TYPE.tag) argumentsOf(part.children, found);
    for (const option of Object.values(part.options ?? {})) argumentsOf(option.value, found);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isRich = (parts) => [...argumentsOf(parts).values()].some((type) => type.includes('ReactNode'));

function typeOf(parts) {
  const names = argumentsOf(parts);
  if (names.size === 0) return 'string';
  const members = [...names].map(([name, type]) => `readonly ${name}: ${type}`).join('; ');
  return `(a: { ${members} }) => ${isRich(parts) ? 'ReactNode' : 'string'}`;
}

function functionOf(parts) {
  if (argumentsOf(parts).size === 0) return quoted(parts.map((part) => part.value).join(''));
  return `(a) => ${isRich(parts) ? richOf(parts) : textOf(parts)}`;
}

/** An expression for the text of parts; `hash` is the plural argument that `#` stands for. */
function textOf(parts, hash) {
  if (parts.every((part) => part.type === TYPE.literal)) return quoted(parts.map((part) => part.value).join(''));
  const inner = parts.map((part) =>
    part.type === TYPE.literal ? escaped(part.value) : `\${${expressionOf(part, hash)}}`,
  );
  return `\`${inner.join('')}\``;
}

const richOf = (parts, hash) =>
  `f.rich([${parts.map((part) => (part.type === TYPE.literal ? quoted(part.value) : expressionOf(part, hash))).join(', ')}])`;

function expressionOf(part, hash) {
  switch (part.type) {
    case TYPE.argument:
      return `a.${part.value}`;
    case TYPE.number:
      return `f.number(a.${part.value})`;
    case TYPE.date:
    case TYPE.time:
      return `f.date(a.${part.value}, ${quoted(part.type === TYPE.time ? 'time' : (part.style ?? 'medium'))})`;
    case TYPE.pound:
      return `f.number(a.${hash.value}${hash.offset ? ` - ${hash.offset}` : ''})`;
    case TYPE.plural:
      return `f.plural(a.${part.value}, ${part.offset}, ${optionsOf(part, part)}${part.pluralType === 'ordinal' ? ', true' : ''})`;
    case TYPE.select:
      return `f.select(a.${part.value}, ${optionsOf(part, hash)})`;
    case TYPE.tag:
      return `a.${part.value}(${part.children.every((child) => child.type === TYPE.literal) ? textOf(part.children) : richOf(part.children, hash)})`;
    default:
      return quoted(part.value);
  }
}

const optionsOf = (part, hash) =>
  `{ ${Object.entries(part.options)
    .map(
      ([name, { value }]) =>
        `${/^\w+$/.test(name) && !/^\d/.test(name) ? name : quoted(name)}: () => ${isRich(value) ? richOf(value, hash) : textOf(value, hash)}`,
    )
    .join(', ')} }`;

const quoted = (text) => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n')}'`;
const escaped = (text) => text.replace(/[\\`]|\$\{/g, '\\$&');
const pascalCase = (name) => name.replace(/(^|[/-])(\w)/g, (_, __, letter) => letter.toUpperCase());
