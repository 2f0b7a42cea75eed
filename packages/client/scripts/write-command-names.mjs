// Writes the names of all commands into src/index.ts, from the contract: `npm run generate` does after `npm run build`.
import { readFileSync, writeFileSync } from 'node:fs';
import { operationList } from '@millrace/contract';

/** Names of this package that mean something else than the operation. */
const taken = new Map([['createClient', 'createClientCredentials']]);

const names = operationList.map(({ id }) => id).sort();
const lines = names.map((id) => (taken.has(id) ? `  ${id}: ${taken.get(id)},\n` : `  ${id},\n`));
const index = new URL('../src/index.ts', import.meta.url);
const before = readFileSync(index, 'utf8');
const block = /^export const \{\n.*?^\} = commands;$/ms;
if (!block.test(before)) throw new Error('src/index.ts has no `export const { … } = commands;`');
writeFileSync(index, before.replace(block, `export const {\n${lines.join('')}} = commands;`));
