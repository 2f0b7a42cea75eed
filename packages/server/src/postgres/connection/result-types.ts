import pg from 'pg';

type Parse = (text: string) => unknown;

/** Type numbers of pg_type, which never change, and of their array types. */
const TYPES: readonly { readonly oid: number; readonly array: number; readonly parse: Parse }[] = [
  { oid: 16, array: 1000, parse: (text) => text === 't' }, // bool
  { oid: 20, array: 1016, parse: parseBigint }, // int8
  { oid: 21, array: 1005, parse: Number }, // int2
  { oid: 23, array: 1007, parse: Number }, // int4
  { oid: 26, array: 1028, parse: Number }, // oid
  { oid: 700, array: 1021, parse: Number }, // float4
  { oid: 701, array: 1022, parse: Number }, // float8
  { oid: 114, array: 199, parse: (text) => JSON.parse(text) }, // json
  { oid: 3802, array: 3807, parse: (text) => JSON.parse(text) }, // jsonb
  { oid: 1184, array: 1185, parse: parseTimestamp }, // timestamptz
  { oid: 17, array: 1001, parse: parseBytes }, // bytea
  { oid: 25, array: 1009, parse: (text) => text }, // text
  { oid: 1043, array: 1015, parse: (text) => text }, // varchar
  { oid: 19, array: 1003, parse: (text) => text }, // name
  { oid: 2950, array: 2951, parse: (text) => text }, // uuid
];

// Typed as number because the enumeration of type numbers in @types/pg leaves array types out.
const TEXT_ARRAY: number = 1009;
const parseTextArray: Parse = pg.types.getTypeParser(TEXT_ARRAY, 'text');

const PARSERS: ReadonlyMap<number, Parse> = new Map(
  TYPES.flatMap(({ oid, array, parse }): [number, Parse][] => [
    [oid, parse],
    [array, (text) => mapItems(parseTextArray(text), parse)],
  ]),
);

const asText: Parse = (text) => text;

/**
 * The one place that decides what a column becomes: bool, numbers, JSON, timestamptz (Date) and bytes (Buffer) as one
 * expects; int8 is a number and beyond 2^53 an error, never a rounded value; every other type, above all numeric, date
 * and interval, stays the text PostgreSQL wrote, because JavaScript has no exact type for it.
 */
export const resultTypes = { getTypeParser: (oid: number) => PARSERS.get(oid) ?? asText };

function mapItems(items: unknown, parse: Parse): unknown {
  if (!Array.isArray(items)) return items;
  return items.map((item: unknown) => (typeof item === 'string' ? parse(item) : mapItems(item, parse)));
}

function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript number: select it as text`);
  return value;
}

/** Sessions run in UTC with DateStyle ISO, so the text is `2026-01-02 03:04:05.123456+00`. */
function parseTimestamp(text: string): Date {
  const value = new Date(`${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`);
  if (Number.isNaN(value.getTime())) throw new RangeError(`timestamp ${text} has no JavaScript counterpart`);
  return value;
}

function parseBytes(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}
