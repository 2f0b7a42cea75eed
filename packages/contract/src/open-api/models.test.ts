import { describe, expect, it } from 'vitest';
import { type Operation, openApiDocument, operationList } from '../index.js';
import { modelOf } from '../schema/type.js';

interface Schema {
  readonly title?: string;
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
  readonly pattern?: string;
}

/** The words that generators or languages have for types of their own. */
const taken = ['Client', 'Configuration', 'ApiClient', 'Response', 'Request', 'Error', 'Object', 'List', 'Set', 'File'];

const document = openApiDocument('0.0.0') as {
  readonly paths: object;
  readonly webhooks: object;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** Every schema below a node, with a pointer. */
function* schemasIn(node: unknown, pointer: string): Generator<readonly [string, Schema]> {
  if (typeof node !== 'object' || node === null) return;
  yield [pointer, node as Schema];
  for (const [key, value] of Object.entries(node)) if (key !== 'example') yield* schemasIn(value, `${pointer}/${key}`);
}

const all = [...schemasIn(document.paths, '/paths'), ...schemasIn(document.components.schemas, '/schemas')];

describe('the models of the OpenAPI document', () => {
  it('every object with members has a name', () => {
    const nameless = all.filter(
      ([, { type, properties = {}, title }]) =>
        type === 'object' && Object.keys(properties).length > 0 && title === undefined,
    );
    expect(nameless.map(([pointer]) => pointer)).toEqual([]);
  });

  it('nothing is a union, except a model or null', () => {
    const unions = all.filter(([, { anyOf, oneOf }]) => anyOf !== undefined || oneOf !== undefined);
    const others = unions.filter(([, { anyOf = [] }]) => {
      const [model, nothing] = anyOf;
      return anyOf.length !== 2 || model?.$ref === undefined || nothing?.type !== 'null';
    });
    expect(others.map(([pointer]) => pointer)).toEqual([]);
  });

  it('has no name that generators use themselves', () => {
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => taken.includes(name) || !/^[A-Z][A-Za-z0-9]+$/.test(name))).toEqual([]);
    // oapi-codegen calls what a method answers after the operation.
    const methods = new Set((operationList as readonly Operation[]).map(({ id }) => `${id}Response`.toLowerCase()));
    expect(names.filter((name) => methods.has(name.toLowerCase()))).toEqual([]);
  });

  it('patterns have no control characters, which generated code could not hold', () => {
    const patterns = all.flatMap(([pointer, { pattern }]) =>
      pattern === undefined ? [] : [[pointer, pattern] as const],
    );
    expect(patterns.length).toBeGreaterThan(100);
    expect(patterns.filter(([, pattern]) => /\p{Cc}/u.test(pattern)).map(([pointer]) => pointer)).toEqual([]);
  });

  it('no schema is a boolean, which generators cannot read', () => {
    const members = all.flatMap(([pointer, schema]) =>
      ['properties', 'patternProperties', '$defs', 'dependentSchemas'].flatMap((keyword) =>
        Object.entries((schema as Readonly<Record<string, object>>)[keyword] ?? {}).map(
          ([name, value]): readonly [string, unknown] => [`${pointer}/${keyword}/${name}`, value],
        ),
      ),
    );
    const parts = all.flatMap(([pointer, schema]) =>
      ['schema', 'items', 'contains', 'not', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'prefixItems'].flatMap(
        (keyword) =>
          [(schema as Readonly<Record<string, unknown>>)[keyword]]
            .flat()
            .map((value): readonly [string, unknown] => [`${pointer}/${keyword}`, value]),
      ),
    );
    expect(members.length).toBeGreaterThan(1000);
    expect(
      [...members, ...parts].filter(([, value]) => typeof value === 'boolean').map(([pointer]) => pointer),
    ).toEqual([]);
  });

  it('one name stands for one schema', () => {
    const texts = new Map<string, string>();
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { title, type } = node as Schema;
      if (type === 'object' && typeof title === 'string') {
        const text = JSON.stringify(modelOf(node as never));
        expect(text, title).toBe(texts.get(title) ?? text);
        texts.set(title, text);
      }
      for (const value of Object.values(node)) visit(value);
    };
    for (const { query, body, response } of operationList as readonly Operation[]) visit([query, body, response]);
    expect(texts.size).toBeGreaterThan(100);
  });
});
