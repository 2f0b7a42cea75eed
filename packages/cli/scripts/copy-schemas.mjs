// Puts the JSON Schemas for editors into the package while it is packed, or removes them again (--remove).
import { cpSync, rmSync } from 'node:fs';

const copies = new URL('../schemas/', import.meta.url);
rmSync(copies, { recursive: true, force: true });
if (!process.argv.includes('--remove')) {
  for (const name of ['sub-project.schema.json', 'scenarios.schema.json']) {
    cpSync(new URL(`../../../docs/${name}`, import.meta.url), new URL(name, copies));
  }
}
