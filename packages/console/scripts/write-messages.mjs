// Compiles the message catalogues, src/**/messages/{en,de}.json (ICU MessageFormat), to typed modules beside them: the
// browser loads no parser. `npm run build` runs it.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSource } from '../../../scripts/sources/write-source.mjs';
import { compileCatalogues } from './compile-messages.mjs';

const source = fileURLToPath(new URL('../src/', import.meta.url));

for (const folder of catalogueFolders(source)) {
  const read = (locale) => JSON.parse(readFileSync(join(folder, `${locale}.json`), 'utf8'));
  const name = relative(source, dirname(folder)) || 'app';
  const runtime = relative(folder, join(source, 'messages')) || '.';
  const files = compileCatalogues({ name, runtime, en: read('en'), de: read('de') });
  for (const [file, text] of Object.entries(files)) writeSource(join(folder, file), text);
}

function catalogueFolders(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name === 'en.json')
    .map((entry) => entry.parentPath ?? entry.path)
    .sort();
}
