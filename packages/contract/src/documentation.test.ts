import { readFile } from 'node:fs/promises';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { type Operation, operationList, problemSchema } from './index.js';

const all: readonly Operation[] = operationList;
const root = new URL('../../../', import.meta.url);

/** Pointers to the members of a schema, at any depth, that have no description. */
function undescribed(schema: TSchema, pointer: string): string[] {
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly items?: TSchema;
    readonly anyOf?: readonly TSchema[];
  };
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [
      ...('description' in member && member.description !== '' ? [] : [`${pointer}/${name}`]),
      ...undescribed(member, `${pointer}/${name}`),
    ]),
    ...(items === undefined ? [] : undescribed(items, `${pointer}/*`)),
    ...anyOf.flatMap((option) => undescribed(option, pointer)),
  ];
}

describe('the documentation', () => {
  it('describes every member of every request and answer', () => {
    const missing = all.flatMap(({ id, query, body, response }) =>
      [query, body, response].flatMap((part) => (part === undefined ? [] : undescribed(part, id))),
    );
    expect([...missing, ...undescribed(problemSchema, 'Problem')]).toEqual([]);
  });

  it.each([
    'docs/openapi.json',
    'docs/reference.md',
    'docs/sub-project.schema.json',
    'docs/scenarios.schema.json',
    'packages/client/api-report.md',
  ])('%s, which is generated, cites no decision by its number', async (file) => {
    const text = await readFile(new URL(file, root), 'utf8');
    expect(text.match(/\bD\d{1,2}\b.*/g) ?? []).toEqual([]);
  });
});
