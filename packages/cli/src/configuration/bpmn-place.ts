import type { ConfigurationFolder } from './read-folder.js';

/** A message about a file beside the document and its place. Lines and columns count from 1; undefined when the message has no place. */
export interface PlacedMessage {
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly message: string;
}

/** The place of a message: the declaration of the id of its element, or the place that the parser or the service reported. */
export function placeInBpmn(folder: ConfigurationFolder, file: string, text: string): PlacedMessage {
  const whole = text.startsWith(`${file}, `) ? text.slice(file.length + 2) : text;
  const [, line, separator, rest] = /^line (\d+)(, |: )([\s\S]*)$/.exec(whole) ?? [];
  const own = rest ?? whole;
  const element = separator === ': ' ? undefined : /^element (.+?): /.exec(own)?.[1];
  const place = element === undefined ? placeOfParser(own) : placeOfId(folder.files[file] ?? '', element);
  const message = own.replace(/ detected line: \d+ column: \d+ nested error:/, ':');
  // The service knows the lines of what has no id of its own.
  if (line !== undefined && place === undefined) return { line: Number(line), column: undefined, message };
  return { line: place?.line, column: place?.column, message };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** The XML parser counts from 0. */
function placeOfParser(message: string): Place | undefined {
  const [, line, column] = /\bline: (\d+) column: (\d+)/.exec(message) ?? [];
  return line === undefined ? undefined : { line: Number(line) + 1, column: Number(column) + 1 };
}

function placeOfId(xml: string, id: string): Place | undefined {
  const at = xml.search(new RegExp(`\\sid\\s*=\\s*["']${id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}["']`));
  if (at < 0) return undefined;
  const before = xml.slice(0, at + 1).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
