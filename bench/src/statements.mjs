import { randomBytes } from 'node:crypto';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A UUIDv7: rows that the driver inserts go where those of the server go in every index. */
export function newId() {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const uuidsOf = (entries) =>
  new Set(
    entries.flatMap(({ values }) =>
      values.flatMap((value) => (typeof value === 'string' ? value.match(uuid) : null) ?? []),
    ),
  );

/**
 * What two performances of the same operations sent, made repeatable: the identifiers that differ between them are drawn
 * anew for each repetition (the same one for the same one, also between operations), moments become the present one, and
 * everything else stays what it was.
 *
 * @param {object[][]} one statements of each operation as they were captured, the first time
 * @param {object[][]} other the same operations the second time
 * @param {Record<string, string>} given names of values that each repetition is to be given, by what stands in their place
 *   in the first performance
 */
export function repeatable(one, other, given = {}) {
  const constant = uuidsOf(other.flat());
  const drawn = [...uuidsOf(one.flat())].filter((id) => !constant.has(id));
  const names = new Map([...drawn.map((id) => [id, id]), ...Object.entries(given)]);
  const needles = [...names.keys()].sort((a, b) => b.length - a.length);
  const pattern = needles.length === 0 ? undefined : new RegExp(needles.map(escaped).join('|'), 'g');
  const fill = (value) => {
    if (value instanceof Date) return () => new Date();
    if (typeof value !== 'string' || pattern === undefined) return () => value;
    const found = [...value.matchAll(pattern)].map(([needle]) => names.get(needle));
    if (found.length === 0) return () => value;
    const between = value.split(pattern);
    return (filled) =>
      between.map((text, index) => text + (index < found.length ? valueIn(filled, found[index]) : '')).join('');
  };
  return one.map((entries) =>
    entries.map(({ text, values, rowCount }) => ({
      // Other processes are in other versions.
      text: text.replace(/p\.version = (\$\d+)/, '(p.version = $1 or true)'),
      rowCount,
      values: values.map(fill),
    })),
  );
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function valueIn(filled, name) {
  const known = filled.get(name);
  if (known !== undefined) return known;
  const made = newId();
  filled.set(name, made);
  return made;
}

/**
 * Runs the statements of an operation on a connection, prepared as the server prepares them, and checks that they touch as
 * many rows as they did for the server. As the server does, it sends `begin` with the first statement and `commit` with the last.
 *
 * @param {Map<string, string>} filled what stands in the places that differ; what is drawn is added
 * @returns the rows of the last statement
 */
export async function repeat(client, statements, filled, { anyCount = false } = {}) {
  let answers = [];
  for (const [index, { text, rowCount, values }] of statements.entries()) {
    const simple = values.length === 0;
    const query = client.query(
      simple ? text : { name: nameOf(text), text, values: values.map((value) => value(filled)) },
    );
    answers.push(query.then((answer) => checked(answer, anyCount ? null : rowCount, text)));
    const isPipelined = text.startsWith('begin') || statements[index + 1]?.text === 'commit';
    if (!isPipelined) answers = [await Promise.all(answers).then((rows) => rows.at(-1))];
  }
  return (await Promise.all(answers)).at(-1) ?? [];
}

function checked(answer, rowCount, text) {
  if (rowCount !== null && answer.rowCount !== rowCount) {
    throw new Error(
      `the driver's statement touched ${answer.rowCount} rows, the server's ${rowCount}: ${text.slice(0, 200)}`,
    );
  }
  return answer.rows;
}

const preparedNames = new Map();
function nameOf(text) {
  const known = preparedNames.get(text);
  if (known !== undefined) return known;
  const name = `b${preparedNames.size}`;
  preparedNames.set(text, name);
  return name;
}
