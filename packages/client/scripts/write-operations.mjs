// Writes the request and answer types of every operation (src/operations) and its command (src/requests/by-operation.ts), with
// their documentation, from the contract. `npm run build` runs it.
import { readdirSync, rmSync } from 'node:fs';
import { errorCatalogue, errorsOf, operationList } from '@millrace/contract';
import { writeSource } from '../../../scripts/sources/write-source.mjs';
import { docs, membersOf, memberTexts, typeOf } from './schema-types.mjs';
import { declarationsOf, interfaceOf, sharedTypes } from './shared-types.mjs';

const src = new URL('../src/', import.meta.url);
const folder = new URL('operations/', src);
const generated = '// Generated from packages/contract by `npm run build`; do not edit.\n';

const pascal = (id) => id[0].toUpperCase() + id.slice(1);
/** A summary within a sentence: abbreviations keep their capitals. */
const lowerFirst = (text) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
const fileOf = (tag) => tag.toLowerCase().replaceAll(' ', '-');
const listed = (names) => [...names].sort().join(', ');
const models = new Map();
const sharedRequests = sharedTypes({ isRequest: true, models });
const sharedResponses = sharedTypes({ models });
const tags = [...new Set(operationList.map(({ tag }) => tag))];

/** Names of `candidates` that a text uses as types. */
function usedIn(text, candidates) {
  const code = text.replaceAll(/\/\*\*.*?\*\//gs, '');
  return [...candidates].filter((name) => new RegExp(`(?<!['\\w])${name}\\b(?!['?:])`).test(code));
}

function permissionText({ permission }) {
  if (permission.kind === 'public') return 'Needs no sign-in.';
  if (permission.kind === 'authenticated') return 'Any signed-in caller may call it.';
  if (permission.kind === 'session') return 'Any person with a session of a browser may call it, but no token.';
  if (permission.kind === 'admin') return 'Only the administrator may call it.';
  return `Needs a role that grants \`${permission.grant}\`.`;
}

function operationDocs(operation, indent = '') {
  const { description, method, path, extension } = operation;
  const errors = errorsOf(operation).map((id) => `${id} (${errorCatalogue[id].status})`);
  return docs(
    [
      description,
      '',
      `\`${method} ${path}\`${extension ? ', an extension of the documented interface' : ''}. ${permissionText(operation)}`,
      '',
      `@throws MillraceError with one of the ids ${errors.join(', ')}`,
    ],
    indent,
  );
}

function typesOf(operation) {
  const name = pascal(operation.id);
  const part = operation.query ?? operation.body;
  const request = interfaceOf(
    `${name}Request`,
    memberTexts(part, { isRequest: true, isQuery: operation.query !== undefined, models }),
    sharedRequests,
  );
  const { response } = operation;
  const answerDocs = docs([`The answer of ${operation.id}: ${lowerFirst(response.description ?? operation.summary)}.`]);
  const answer =
    response.type === 'object' && response.title === undefined
      ? interfaceOf(`${name}Response`, memberTexts(response, { models }), sharedResponses)
      : `export type ${name}Response = ${typeOf(response, { models })};\n`;
  return [
    `${docs([`The request of ${operation.id}: ${lowerFirst(operation.summary)}.`])}${request}`,
    `${answerDocs}${answer}`,
  ].join('\n');
}

/** Writes a file of types, with the imports that they need. */
function writeTypes(name, declarations, shared = []) {
  const text = declarations.join('\n');
  const imported = (file, candidates) => {
    const used = usedIn(text, candidates);
    return used.length > 0 ? `import type { ${listed(used)} } from '${file}';\n` : '';
  };
  const imports = [
    imported('../arguments/filters.js', ['Filters']),
    imported('./models.js', models.keys()),
    imported('./shared.js', shared),
  ].join('');
  write(`operations/${name}.ts`, `${imports}\n${text}`);
}

function writeModels() {
  const written = new Map();
  while (written.size < models.size) {
    for (const [title, schema] of models) {
      if (written.has(title)) continue;
      const text = membersOf(schema, { models });
      written.set(title, `${docs([`${schema.description}.`])}export interface ${title} {\n${text}}\n`);
    }
  }
  const sorted = [...written].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  write('operations/models.ts', `\n${sorted.join('\n')}`);
}

function writeOperations() {
  const ids = operationList.map(({ id }) => id).sort();
  const imports = tags.map((tag) => {
    const names = operationList
      .filter((operation) => operation.tag === tag)
      .flatMap(({ id }) => [`${pascal(id)}Request`, `${pascal(id)}Response`]);
    return `import type { ${listed(names)} } from './${fileOf(tag)}.js';\n`;
  });
  const streamed = operationList
    .filter(({ stream, live }) => stream !== undefined && live !== true)
    .map(({ id }) => `'${id}'`);
  const map = (name, suffix, text) =>
    `${docs([text])}export interface ${name} {\n${ids.map((id) => `  readonly ${id}: ${pascal(id)}${suffix};\n`).join('')}}\n`;
  const methods = operationList.map((operation) => {
    const { id, query, body } = operation;
    const optional = ((query ?? body).required ?? []).length === 0 ? '?' : '';
    const name = pascal(id);
    return `${operationDocs(operation, '  ')}  ${id}(request${optional}: ${name}Request, options?: CallOptions): Promise<${name}Response>;\n`;
  });
  write(
    'operations/operations.ts',
    [
      `import type { CallOptions } from '../arguments/options.js';\n${imports.join('')}`,
      map('OperationRequests', 'Request', 'The request of every operation, by operation id.'),
      map('OperationResponses', 'Response', 'The answer of every operation, by operation id.'),
      '/** Name of an operation. */\nexport type OperationId = keyof OperationRequests;\n',
      '/** What a call of an operation takes. */\nexport type RequestOf<Id extends OperationId> = OperationRequests[Id];\n',
      '/** What an operation answers. */\nexport type ResponseOf<Id extends OperationId> = OperationResponses[Id];\n',
      `/** Operations whose answers are streamed. */\nexport type StreamedId = ${streamed.sort().join(' | ')};\n`,
      `/** One method per operation. The request may be left out where no member is required. */\nexport interface OperationMethods {\n${methods.join('\n')}}\n`,
    ].join('\n'),
  );
}

function writeCommands() {
  const commands = operationList.map(
    (operation) =>
      `${operationDocs(operation)}export const ${operation.id}: Command<'${operation.id}'> = command('${operation.id}');\n`,
  );
  write('requests/by-operation.ts', `import { type Command, command } from './command.js';\n\n${commands.join('\n')}`);
}

const written = new Set();

function write(path, text) {
  written.add(path);
  writeSource(new URL(path, src), `${generated}${text}`);
}

for (const operation of operationList) typesOf(operation);
writeModels();
const shared = [...sharedRequests, ...sharedResponses];
writeTypes('shared', [...declarationsOf(sharedRequests), ...declarationsOf(sharedResponses)]);
for (const tag of tags) {
  const declarations = operationList.filter((operation) => operation.tag === tag).map(typesOf);
  writeTypes(
    fileOf(tag),
    declarations,
    shared.map(({ name }) => name),
  );
}
writeOperations();
writeCommands();
for (const name of readdirSync(folder)) if (!written.has(`operations/${name}`)) rmSync(new URL(name, folder));
