import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Writes a file that differs, and leaves the others as old as they are: builds take what is new. */
export function writeSource(target, text) {
  const path = target instanceof URL ? fileURLToPath(target) : target;
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
