// Writes docs/openapi.json and docs/reference.md from the contract. Run by `npm run generate`, checked by CI.
import { readFileSync, writeFileSync } from 'node:fs';
import { errorCatalogue, errorIds, errorsOf, openApiDocument, operationList, whoMayCall } from '@millrace/contract';

const root = new URL('..', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
/** Values of a choice that fit into a cell of a table. */
const MOST_LISTED = 30;

writeFileSync(new URL('docs/openapi.json', root), `${JSON.stringify(openApiDocument(version), null, 2)}\n`);
writeFileSync(new URL('docs/reference.md', root), reference());

function reference() {
  const tags = [...new Set(operationList.map(({ tag }) => tag))];
  return [
    '<!-- Generated from packages/contract by `npm run generate`; do not edit. -->',
    '# Operations and errors',
    '',
    'Every operation answers errors as `application/problem+json` (RFC 9457) with `code`, `id` and `traceId`; the',
    '`x-service-traceid` header is on every response. Operations marked *extension* are ours, beyond the documented interface.',
    '',
    ...tags.flatMap((tag) => [
      `## ${tag}`,
      '',
      ...operationList.filter((operation) => operation.tag === tag).flatMap(describe),
    ]),
    '## Errors',
    '',
    '| Id | Code | Status | Meaning | What to do |',
    '|---|---|---|---|---|',
    ...errorIds.map((id) => {
      const { code, status, title, remedy } = errorCatalogue[id];
      return `| ${id} | ${code} | ${status} | ${title} | ${remedy} |`;
    }),
    '',
  ].join('\n');
}

function describe(operation) {
  const part = operation.query ?? operation.body;
  const required = new Set(part?.required ?? []);
  const rows = Object.entries(part?.properties ?? {}).map(
    ([name, schema]) =>
      `| ${name} | ${typeOf(schema)} | ${required.has(name) ? 'yes' : 'no'} | ${escapeCell(schema.description ?? '')} |`,
  );
  return [
    `### ${operation.id}${operation.extension ? ' (extension)' : ''}`,
    '',
    `\`${operation.method} ${operation.path}\`: ${operation.description}`,
    '',
    whoMayCall(operation),
    '',
    ...(rows.length > 0
      ? [
          `| ${operation.query ? 'Query parameter' : 'Body member'} | Type | Required | |`,
          '|---|---|---|---|',
          ...rows,
          '',
        ]
      : []),
    `Errors: ${errorsOf(operation).join(', ')}`,
    '',
  ];
}

function typeOf(schema) {
  if (schema.enum?.length > MOST_LISTED) return `one of ${schema.enum.length} texts, listed in openapi.json`;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array') return `array of ${typeOf(schema.items)}`;
  return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any');
}

function escapeCell(text) {
  return text.replaceAll('|', '\\|');
}
