/** The Content-Disposition of a form's part. */
export interface Disposition {
  readonly name: string;
  /** Without directories. Undefined if the part has none. */
  readonly fileName: string | undefined;
}

/**
 * Reads the value of a part's Content-Disposition (RFC 7578 section 4.2). It must be `form-data` with a name. `filename*` is
 * ignored, as that section requires. Returns undefined for anything else.
 */
export function parseDisposition(value: string): Disposition | undefined {
  const parameters = parseParameters(value);
  const name = parameters?.get('name');
  if (name === undefined) return undefined;
  const path = parameters?.get('filename');
  return { name, fileName: path === undefined ? undefined : withoutDirectories(path) };
}

/**
 * Splits `form-data; a=b; c="d"`. Within quotes `\"` and `\\` are escapes. Any other backslash stands for itself, because
 * old browsers send Windows paths unescaped.
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
