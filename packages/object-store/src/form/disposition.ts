/** What a part of a form says about itself. */
export interface Disposition {
  readonly name: string;
  /** Without directories; undefined if the part gives none. */
  readonly fileName: string | undefined;
}

/**
 * Reads a part's header fields (RFC 7578 section 4.2), UTF-8, folded lines joined. Content-Disposition must be `form-data` with
 * a name; `filename*` and all other header fields are ignored, as that section has it. Returns undefined for anything else.
 */
export function parseDisposition(header: string): Disposition | undefined {
  const lines = header.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const values = lines
    .map((line) => /^content-disposition[ \t]*:(.*)$/is.exec(line)?.[1])
    .filter((value) => value !== undefined);
  const [value] = values;
  if (value === undefined || values.length > 1) return undefined;
  const parameters = parseParameters(value);
  const name = parameters?.get('name');
  if (name === undefined) return undefined;
  const path = parameters?.get('filename');
  return { name, fileName: path === undefined ? undefined : withoutDirectories(path) };
}

/**
 * Splits `form-data; a=b; c="d"`. Within quotes `\"` and `\\` are escapes and any other backslash is itself, because old
 * browsers send Windows paths as they are.
 */
function parseParameters(value: string): Map<string, string> | undefined {
  const type = /^[ \t]*form-data[ \t]*(?=;|$)/i.exec(value);
  if (!type) return undefined;
  const parameters = new Map<string, string>();
  const parameter = /;[ \t]*([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))[ \t]*(?=;|$)|;[ \t]*$/sy;
  for (parameter.lastIndex = type[0].length; parameter.lastIndex < value.length; ) {
    const match = parameter.exec(value);
    if (!match) return undefined;
    const [, name, quoted, token] = match;
    if (name === undefined) break;
    if (parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), quoted === undefined ? (token ?? '') : quoted.replace(/\\(["\\])/g, '$1'));
  }
  return parameters;
}

function withoutDirectories(path: string): string {
  const last = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return last === '.' || last === '..' ? '' : last;
}
