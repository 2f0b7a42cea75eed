// Writes docs/sub-project.schema.json, the configuration document's schema for editors. Run it after `npm run build` when
// src/sub-projects/document/model/document.ts has changed; a test fails until it is current.
import { writeFile } from 'node:fs/promises';
import { editorSchema } from '../dist/sub-projects/document/editor-schema.js';

await writeFile(new URL('../../../docs/sub-project.schema.json', import.meta.url), editorSchema());
