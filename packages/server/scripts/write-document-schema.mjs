// Writes docs/sub-project.schema.json and docs/scenarios.schema.json, the schemas for editors of the configuration document
// and of files of scenarios. Run it after `npm run build` when src/sub-projects/document/model/document.ts or
// src/scenarios/model/ has changed; a test fails until they are current.
import { writeFile } from 'node:fs/promises';
import { scenarioEditorSchema } from '../dist/scenarios/model/editor-schema.js';
import { editorSchema } from '../dist/sub-projects/document/editor-schema.js';

const docs = new URL('../../../docs/', import.meta.url);
await writeFile(new URL('sub-project.schema.json', docs), editorSchema());
await writeFile(new URL('scenarios.schema.json', docs), scenarioEditorSchema());
