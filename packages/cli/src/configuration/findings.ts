import type { MillraceError, ResponseOf } from '@millrace/client';
import { fit, oneLine, widthOf } from '../terminal/text.js';
import { placeInBpmn } from './bpmn-place.js';
import type { ConfigurationFolder } from './read-folder.js';

/** An error or warning about a line of a file, in the format that editors and CI read. */
export interface Finding {
  readonly file: string;
  /** From 1; undefined when it is about the whole file. */
  readonly line: number | undefined;
  /** From 1; undefined when the service found it, which reports lines only. */
  readonly column: number | undefined;
  readonly message: string;
}

type Remark = ResponseOf<'deploySubProject'>['warnings'][number] & { readonly column?: number };

/** The errors of a refused configuration. They point into the request: `/document/…` or `/files/<name>`. */
export function errorFindings(error: MillraceError, folder: ConfigurationFolder): readonly Finding[] {
  return error.errors.map(({ pointer, detail }) => {
    const file = /^\/files\/(.*)$/.exec(pointer)?.[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
    if (file !== undefined)
      return inFile(folder, file, detail.startsWith(`${file}: `) ? detail.slice(file.length + 2) : detail);
    const [, line, message] = /^line (\d+): ([\s\S]*)$/.exec(detail) ?? [];
    const at = pointer.replace(/^\/document/, '');
    return {
      file: folder.documentName,
      line: line === undefined ? undefined : Number(line),
      column: undefined,
      message: at === '' ? (message ?? detail) : `${at}: ${message ?? detail}`,
    };
  });
}

/** Warnings, settings without effect, and errors that were found without the service. They point into the document, or name a file and an element. */
export function remarkFinding({ path, line, column, message }: Remark, folder: ConfigurationFolder): Finding {
  if (path === '' || path.startsWith('/')) {
    return { file: folder.documentName, line, column, message: path === '' ? message : `${path}: ${message}` };
  }
  const at = path.lastIndexOf('#');
  const file = at < 0 ? path : path.slice(0, at);
  const placed = inFile(folder, file, at < 0 ? message : `element ${path.slice(at + 1)}: ${message}`);
  return placed.line === undefined || at < 0 ? { ...placed, ...(line === undefined ? {} : { line, column }) } : placed;
}

/** `sub-project.yaml:12:5: …` */
export const findingLine = ({ file, line, column, message }: Finding): string =>
  `${[oneLine(file), line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':')}: ${oneLine(message)}\n`;

const MAX_SOURCE_WIDTH = 120;

/** The finding, then its line of the file, then a mark below the column. */
export function findingText(finding: Finding, folder: ConfigurationFolder): string {
  const { file, line, column } = finding;
  const text = file === folder.documentName ? folder.document : folder.files[file];
  const source = line === undefined ? undefined : text?.split(/\r?\n/)[line - 1];
  if (source === undefined || source.trim() === '') return findingLine(finding);
  const margin = `  ${line} | `;
  // Of a long line only the part around the column is shown. Control characters are replaced, because they would shift the mark.
  const from = column === undefined || column <= MAX_SOURCE_WIDTH - 20 ? 0 : column - 40;
  const shown = [...source.slice(from)].map((character) => (character === '\t' ? ' ' : character)).join('');
  const safe = shown.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '�');
  const excerpt = `${margin}${fit(safe, MAX_SOURCE_WIDTH).trimEnd()}\n`;
  if (column === undefined) return findingLine(finding) + excerpt;
  const before = ' '.repeat(margin.length - 2 + widthOf(safe.slice(0, column - 1 - from)));
  return `${findingLine(finding)}${excerpt}${before.slice(0, margin.length - 2)}| ${before.slice(margin.length - 2)}^\n`;
}

const inFile = (folder: ConfigurationFolder, file: string, message: string): Finding => ({
  file,
  ...placeInBpmn(folder, file, message),
});
