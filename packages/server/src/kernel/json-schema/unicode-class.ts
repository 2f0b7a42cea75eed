import { RE2JS } from 're2js';

/** General categories by the long names that ECMAScript also has (Unicode Character Database, PropertyValueAliases). */
const generalCategories: ReadonlyMap<string, string> = new Map(
  (
    'Cased_Letter LC Close_Punctuation Pe Connector_Punctuation Pc Control Cc cntrl Cc Currency_Symbol Sc ' +
    'Dash_Punctuation Pd Decimal_Number Nd digit Nd Enclosing_Mark Me Final_Punctuation Pf Format Cf ' +
    'Initial_Punctuation Pi Letter L Letter_Number Nl Line_Separator Zl Lowercase_Letter Ll Mark M ' +
    'Combining_Mark M Math_Symbol Sm Modifier_Letter Lm Modifier_Symbol Sk Nonspacing_Mark Mn Number N ' +
    'Open_Punctuation Ps Other_Letter Lo Other_Number No Other_Punctuation Po Other_Symbol So ' +
    'Paragraph_Separator Zp Private_Use Co Punctuation P punct P Separator Z Space_Separator Zs Spacing_Mark Mc ' +
    'Symbol S Titlecase_Letter Lt Uppercase_Letter Lu'
  )
    .split(' ')
    .flatMap((name, index, all) => (index % 2 === 0 ? [[name, all[index + 1] ?? name] as const] : [])),
);

const known = new Map<string, string>();

/**
 * A Unicode property of ECMAScript (`\p{…}`) as something that can stand in a class of RE2.
 *
 * @param property what stands between the braces: `L`, `Script=Greek`, `Emoji`; ECMAScript has it
 */
export function unicodeClass(property: string): string {
  const found = known.get(property) ?? findClass(property);
  known.set(property, found);
  return found;
}

function findClass(property: string): string {
  const [, key, value = property] = /^(?:(\w+)=)?(\w+)$/.exec(property) ?? [];
  if (key !== 'scx' && key !== 'Script_Extensions') {
    const name = `\\p{${generalCategories.get(value) ?? value}}`;
    if (isUnderstood(name)) return name;
  }
  return rangesOf(property);
}

function isUnderstood(name: string): boolean {
  try {
    RE2JS.compile(name);
    return true;
  } catch {
    return false;
  }
}

/** The property as ranges of code points, found out by trying all of them once: 10 to 30 ms. */
function rangesOf(property: string): string {
  const range = new RegExp(`\\p{${property}}+`, 'gu');
  let text = '';
  for (const [run] of allCharacters().matchAll(range)) {
    const characters = [...run];
    text += `${codeOf(characters[0])}-${codeOf(characters.at(-1))}`;
  }
  return text;
}

const codeOf = (character: string | undefined): string => `\\x{${(character?.codePointAt(0) ?? 0).toString(16)}}`;

function allCharacters(): string {
  const parts: string[] = [];
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    // Surrogates end a run, and no stored text has one alone.
    if (code < 0xd8_00 || code > 0xdf_ff) parts.push(String.fromCodePoint(code));
  }
  return parts.join('');
}
