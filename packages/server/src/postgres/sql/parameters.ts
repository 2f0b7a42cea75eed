/** A value that may stand in a statement. `undefined` is refused by type and again at run time, see {@link encode}. */
export type Scalar = null | string | number | bigint | boolean | Date | Uint8Array;
export type Parameter = Scalar | JsonParameter | readonly Parameter[];

/** A value sent as JSON text, made by `sql.json`. */
export class JsonParameter {
  constructor(readonly text: string) {}
}

/** A statement was given a value that has no meaning in PostgreSQL: a defect of the caller, never of a client. */
export class ParameterError extends TypeError {
  override readonly name = 'ParameterError';
}

/**
 * The one place that decides how JavaScript values travel to PostgreSQL. Everything travels as text of unknown type, so
 * the statement decides the type (write a cast where it cannot be inferred), except bytes, which travel as bytes.
 * Dates travel as UTC with milliseconds (D3). An array becomes a PostgreSQL array, never JSON: use `sql.json` for that.
 * @throws ParameterError for undefined, an invalid date, a plain object, a function or a symbol
 */
export function encode(value: Parameter, position: number): string | Uint8Array | null {
  if (value === null) return null;
  if (Array.isArray(value)) return encodeArray(value, position);
  return encodeScalar(value, position);
}

function encodeScalar(value: unknown, position: number): string | Uint8Array {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
      return String(value);
    case 'boolean':
      return value ? 't' : 'f';
    case 'object':
      if (value instanceof JsonParameter) return value.text;
      if (value instanceof Uint8Array) return value;
      if (value instanceof Date) return encodeDate(value, position);
      break;
    default:
      break;
  }
  throw new ParameterError(`value ${position} of the statement is ${describe(value)}`);
}

function encodeDate(value: Date, position: number): string {
  if (Number.isNaN(value.getTime())) throw new ParameterError(`value ${position} of the statement is an invalid date`);
  return value.toISOString();
}

function encodeArray(values: readonly unknown[], position: number): string {
  const items = values.map((item) => {
    if (item === null) return 'NULL';
    if (Array.isArray(item)) return encodeArray(item, position);
    const text = encodeScalar(item, position);
    return quote(typeof text === 'string' ? text : `\\x${Buffer.from(text).toString('hex')}`);
  });
  return `{${items.join(',')}}`;
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

function describe(value: unknown): string {
  if (value === undefined) return 'undefined (use null)';
  if (typeof value === 'object') return 'a plain object (use sql.json)';
  return `a ${typeof value}`;
}
