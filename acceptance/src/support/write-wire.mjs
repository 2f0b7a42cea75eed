// Writes acceptance/src/support/wire.ts, the types of all answers, from docs/openapi.json. `npm run generate` runs it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { paths, components } = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
const target = fileURLToPath(new URL('wire.ts', import.meta.url));

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ');
  if (schema.const !== undefined) return `'${schema.const}'`;
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'array') return `readonly (${typeOf(schema.items)})[]`;
  if (schema.type === undefined) return 'unknown';
  if (schema.type !== 'object') return schema.type;
  if (schema.additionalProperties === true) return 'Readonly<Record<string, unknown>>';
  if (schema.additionalProperties) return `Readonly<Record<string, ${typeOf(schema.additionalProperties)}>>`;
  return membersOf(schema);
}

function membersOf({ properties, required = [] }) {
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
const models = Object.entries(components.schemas).map(([name, schema]) => {
  const { description } = schema;
  return `/** ${description}. */\nexport interface ${name} ${membersOf(schema)}`;
});

writeFileSync(
  target,
  `// Generated from docs/openapi.json by \`npm run generate\`; do not edit.

${models.join('\n\n')}

/** The answer of each operation. */
export interface Answers { ${answers.join('\n')} }

export type OperationName = keyof Answers;
`,
);
const biome = fileURLToPath(new URL('../../../node_modules/.bin/biome', import.meta.url));
execFileSync(biome, ['check', '--write', '--log-level=error', target]);
