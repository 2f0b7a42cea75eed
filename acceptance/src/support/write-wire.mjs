// Writes acceptance/src/support/wire.ts, the types of all answers, from docs/openapi.json. `npm run build` runs it.
import { readFileSync } from 'node:fs';
import { writeSource } from '../../../scripts/sources/write-source.mjs';

const { paths, components } = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));

/** The schemas that the answers name. */
const named = new Set(['Problem']);

function typeOf(schema) {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    named.add(name);
    return name;
  }
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (schema.enum) return schema.enum.map((value) => (value === null ? 'null' : `'${value}'`)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.const !== undefined) return `'${schema.const}'`;
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'array') return `readonly (${typeOf(schema.items)})[]`;
  if (schema.type === undefined) return 'unknown';
  if (schema.type !== 'object') return schema.type;
  if (schema.additionalProperties === true) return 'Readonly<Record<string, unknown>>';
  if (schema.additionalProperties) return `Readonly<Record<string, ${typeOf(schema.additionalProperties)}>>`;
  return membersOf(schema);
}

function membersOf({ properties = {}, required = [] }) {
  const members = Object.entries(properties).map(
    ([name, member]) => `readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(member)};`,
  );
  return `{ ${members.join('\n')} }`;
}

const answers = Object.values(paths)
  .flatMap((methods) => Object.values(methods))
  .map(({ operationId, responses }) => {
    const [{ schema }] = Object.values(responses['200'].content);
    return `readonly ${operationId}: ${typeOf(schema)};`;
  });
const models = [];
// A set takes what is added while it is read: the schemas that these name in turn.
for (const name of named) {
  const schema = components.schemas[name];
  const docs = schema.description === undefined ? '' : `/** ${schema.description}. */\n`;
  models.push(`${docs}export interface ${name} ${membersOf(schema)}`);
}
models.sort();

writeSource(
  new URL('wire.ts', import.meta.url),
  `// Generated from docs/openapi.json by \`npm run build\`; do not edit.

${models.join('\n\n')}

/** The answer of each operation. */
export interface Answers { ${answers.join('\n')} }

export type OperationName = keyof Answers;
`,
);
