import type { AnswerOf, MillraceError } from '@millrace/client';
import { oneLine } from '../text.js';
import type { ConfigurationFolder } from './read-folder.js';

/** A remark about a line of a file, as editors and CI understand it. */
export interface Finding {
  readonly file: string;
  /** From 1; undefined when the remark is about the file as a whole. */
  readonly line: number | undefined;
  readonly message: string;
}

type Remark = AnswerOf<'deploySubProject'>['warnings'][number];

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
      message: at === '' ? (message ?? detail) : `${at}: ${message ?? detail}`,
    };
  });
}

/** Warnings, and what has no effect. They point into the document, or name a file and an element. */
export function remarkFinding({ path, line, message }: Remark, folder: ConfigurationFolder): Finding {
  if (path === '' || path.startsWith('/')) {
    return { file: folder.documentName, line, message: path === '' ? message : `${path}: ${message}` };
  }
  const at = path.lastIndexOf('#');
  const file = at < 0 ? path : path.slice(0, at);
  return inFile(folder, file, at < 0 ? message : `element ${path.slice(at + 1)}: ${message}`);
}

/** `sub-project.yaml:12: …` */
export const findingLine = ({ file, line, message }: Finding): string =>
  `${oneLine(file)}${line === undefined ? '' : `:${line}`}: ${oneLine(message)}\n`;

/** BPMN files are named with an element; its line is where its id is declared. */
function inFile(folder: ConfigurationFolder, file: string, message: string): Finding {
  const own = message.startsWith(`${file}, `) ? message.slice(file.length + 2) : message;
  const element = /^element (.+?): /.exec(own)?.[1];
  return { file, line: element === undefined ? undefined : lineOfId(folder.files[file] ?? '', element), message: own };
}

function lineOfId(xml: string, id: string): number | undefined {
  const at = xml.search(new RegExp(`\\sid\\s*=\\s*["']${id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}["']`));
  return at < 0 ? undefined : xml.slice(0, at + 1).split('\n').length;
}
