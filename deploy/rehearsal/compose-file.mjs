import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * compose.yaml with its variables filled in, as `docker compose config` shows it.
 *
 * @throws Error when a variable marked as needed (`:?`) is missing
 */
export async function readComposeFile(repository, environment) {
  const text = await readFile(join(repository, 'compose.yaml'), 'utf8');
  return parse(interpolate(text.replaceAll(/^\s*#.*$/gm, ''), environment), { merge: true });
}

const interpolate = (text, environment) =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind, rest) => {
    const value = environment[name];
    if (value !== undefined && value !== '') return value;
    if (kind === '-') return rest;
    throw new Error(`${name} is not set: ${rest ?? ''}`);
  });

/** Services in an order in which each comes after those it depends on. */
export function startOrder(services) {
  const order = [];
  const visit = (name) => {
    if (order.includes(name)) return;
    for (const needed of Object.keys(services[name].depends_on ?? {})) visit(needed);
    order.push(name);
  };
  for (const name of Object.keys(services)) visit(name);
  return order;
}
