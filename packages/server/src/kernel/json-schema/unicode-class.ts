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

/** The property as ranges of code points, found out by trying them once: some milliseconds. */
function rangesOf(property: string): string {
  if (property === 'Any') return '\\x{0}-\\x{10ffff}';
  const range = new RegExp(`\\p{${property}}+`, 'gu');
  let text = '';
  for (const characters of segments()) {
    for (const [run] of characters.matchAll(range)) {
      text += `${codeOf(run.codePointAt(0))}-${codeOf(run.codePointAt(run.length - (/[\udc00-\udfff]$/.test(run) ? 2 : 1)))}`;
    }
  }
  return text;
}

const codeOf = (code = 0): string => `\\x{${code.toString(16)}}`;

/**
 * The characters that properties tell apart: planes 4 to 13 are not assigned and 15 and 16 are for private use, but for
 * the last two of each plane, which are no characters. Surrogates never stand alone in a stored text.
 */
function segments(): readonly string[] {
  const lastOfPlanes = Array.from({ length: 13 }, (_, index) => (index + 4) * 0x1_00_00 + 0xff_fe);
  return [
    charactersOf(0, 0xd7_ff),
    charactersOf(0xe0_00, 0x3_ff_ff),
    charactersOf(0xe_00_00, 0xe_0f_ff),
    ...lastOfPlanes.map((code) => charactersOf(code, code + 1)),
  ];
}

function charactersOf(from: number, to: number): string {
  const parts: string[] = [];
  for (let code = from; code <= to; code += 1) parts.push(String.fromCodePoint(code));
  return parts.join('');
}
