import { appendFileSync } from 'node:fs';
import { serialize } from 'node:v8';
import pg from 'pg';

// Loaded into a server before its own modules: writes every statement it sends, with its values and how many rows were
// meant, to the file that is named in the environment. Transactions of different connections may lie between each other.
const file = process.env.BENCH_CAPTURE;
const { query } = pg.Client.prototype;
const connections = new WeakMap();
let count = 0;

pg.Client.prototype.query = function captured(...given) {
  const [statement] = given;
  const result = query.apply(this, given);
  const text = typeof statement === 'string' ? statement : statement?.text;
  if (typeof text !== 'string' || typeof result?.then !== 'function') return result;
  if (!connections.has(this)) connections.set(this, ++count);
  const values = typeof statement === 'string' ? [] : (statement.values ?? []);
  return result.then((answer) => {
    const entry = { connection: connections.get(this), text, values, rowCount: answer.rowCount };
    appendFileSync(file, `${serialize(entry).toString('base64')}\n`);
    return answer;
  });
};
