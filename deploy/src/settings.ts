import { readFile } from 'node:fs/promises';

/** Which of these variables the settings table of the operator's guide does not name. */
export async function unknownSettings(names: readonly string[]): Promise<readonly string[]> {
  const guide = await readFile(new URL('../../docs/guide/operate.md', import.meta.url), 'utf8');
  const known = new Set([...guide.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) => settingsIn(cell)));
  return names.filter((name) => !known.has(name));
}

/** The table writes `MILLRACE_ADMIN_CLIENT_ID`, `…_SECRET` for two settings that share their beginning. */
function settingsIn(cell: string): readonly string[] {
  const written = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const [first = ''] = written;
  return written.map((name) => (name.startsWith('…') ? first.slice(0, first.lastIndexOf('_')) + name.slice(1) : name));
}
