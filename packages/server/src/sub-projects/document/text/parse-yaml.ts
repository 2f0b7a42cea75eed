import { Composer, type Document, Lexer, LineCounter, Parser } from 'yaml';
import type { Place } from '../findings/finding.js';

/** Longest text that is read. Measured: 1 MiB of the worst YAML we found costs 0.7 s, realistic text a tenth of that. */
const LONGEST_TEXT = 1024 ** 2;
/** Open brackets and indentations at once; the parser's stack is measured, because its recursion would end the process. */
const DEEPEST_NESTING = 200;

/** The one document of a YAML or JSON text with its positions, or what keeps it from being read. */
export type ParsedYaml =
  | { readonly document: Document.Parsed; readonly placeAt: (offset: number) => Place }
  | { readonly problem: string; readonly place: Place | undefined };

/** Parses YAML 1.2 (of which JSON is a part) in bounded time and depth. */
export function parseYaml(text: string): ParsedYaml {
  if (text.length > LONGEST_TEXT) {
    return { problem: `the text has ${text.length} characters; at most ${LONGEST_TEXT} are read`, place: undefined };
  }
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  // The parser reports where each line starts but the first.
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const tokens = [];
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > DEEPEST_NESTING) {
      return { problem: 'the text is nested too deeply', place: placeAt(parser.offset) };
    }
  }
  for (const token of parser.end()) tokens.push(token);
  // Duplicate names are found while the nodes are walked: the library compares each with each.
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent', merge: false });
  const [document, second] = composer.compose(tokens, true, text.length);
  if (document === undefined) return { problem: 'the text holds no document', place: { line: 1, column: 1 } };
  if (second !== undefined) {
    return { problem: 'the text holds more than one document; give one', place: placeAt(second.range[0]) };
  }
  return { document, placeAt };
}
