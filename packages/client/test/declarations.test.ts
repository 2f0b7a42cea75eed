import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Operation, operationList } from '@millrace/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const all: readonly Operation[] = operationList;

/** A JSON Schema of the contract, as far as declarations show it. */
interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

/** A member of a declaration: its comment, its type, and the members of that where it is written out. */
interface Member {
  readonly docs: string;
  readonly type: string;
  readonly members: ReadonlyMap<string, Member>;
}

/** What a consumer's editor reads: the declarations that tsc emits for the published package. */
let declarations: string;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'millrace-declarations-'));
  const emit = ['--emitDeclarationOnly', '--composite', 'false', '--incremental', 'false', '--outDir', directory];
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'packages/client'), ...emit]);
  const folder = join(directory, 'operations');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.d.ts'));
  declarations = (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** The members of an exported type, with those of the types that it extends or is made of, from the emitted text. */
function interfaceOf(name: string): ReadonlyMap<string, Member> {
  if (name === 'object') return new Map();
  const [, parts] = new RegExp(`^export type ${name} = ([\\w &]+);`, 'm').exec(declarations) ?? [];
  if (parts !== undefined) return new Map(parts.split(' & ').flatMap((part) => [...interfaceOf(part)]));
  const declaration = new RegExp(`^export interface ${name} (?:extends ([\\w, ]+) )?\\{\\n(.*?)^\\}`, 'ms');
  const [, bases, text] = declaration.exec(declarations) ?? [];
  if (text === undefined) throw new Error(`The declarations have no type ${name}`);
  const inherited = (bases?.split(', ') ?? []).flatMap((base) => [...interfaceOf(base)]);
  return new Map([...inherited, ...membersIn(text.split('\n'), 4)]);
}

/** Members stand at one indent, each below its comment; deeper lines belong to the member before them. */
function membersIn(lines: readonly string[], indent: number): ReadonlyMap<string, Member> {
  const at = ' '.repeat(indent);
  const members = new Map<string, Member>();
  for (const [index, line] of lines.entries()) {
    const [, quoted, type] = new RegExp(`^${at}readonly ('[^']+'|"[^"]+"|\\w+)\\??: (.*)$`).exec(line) ?? [];
    if (quoted === undefined || type === undefined) continue;
    const before = lines.slice(0, index).join('\n');
    const docs = /\/\*\*((?:(?!\/\*\*).)*?)\*\/$/s.exec(before)?.[1] ?? '';
    const end = lines.findIndex((other, i) => i > index && other.startsWith(`${at}}`));
    const inner = type.endsWith('{') ? membersIn(lines.slice(index + 1, end), indent + 4) : new Map();
    members.set(quoted.replaceAll(/['"]/g, ''), {
      docs: docs.replaceAll(/\s*\n\s*\* ?/g, ' ').trim(),
      type,
      members: inner,
    });
  }
  return members;
}

/** The schema that a member shows the members of: its own, its items', or that of its one option besides null. */
function shown({ items, anyOf, ...schema }: Schema): Schema {
  if (items) return shown(items);
  const option = anyOf?.find(({ properties }) => properties !== undefined);
  return option ? shown(option) : schema;
}

/** Checks the members of a schema against those declared, at any depth; returns how many there were. */
function expectShown(schema: Schema, declared: ReadonlyMap<string, Member>, where: string): number {
  let count = 0;
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const found = declared.get(name);
    expect(member.description, `${where}.${name} in the contract`).toMatch(/\S/);
    expect(found?.docs, `${where}.${name} in the declarations`).toContain(member.description);
    if (member.minimum !== undefined) expect(found?.docs, `${where}.${name}`).toContain(`${member.minimum}`);
    if (member.maximum !== undefined) expect(found?.docs, `${where}.${name}`).toContain(`${member.maximum}`);
    if (member.format === 'date-time') expect(found?.docs, `${where}.${name}`).toContain('ISO 8601');
    const inner = shown(member);
    count += 1;
    if (inner.title !== undefined) {
      expect(found?.type, `${where}.${name}`).toContain(inner.title);
      count += expectShown(inner, interfaceOf(inner.title), inner.title);
    } else if (inner.properties && Object.keys(inner.properties).length > 0) {
      count += expectShown(inner, found?.members ?? new Map(), `${where}.${name}`);
    }
  }
  return count;
}

describe('the declarations of the package', () => {
  it('name and document every member of every request and answer', () => {
    let count = 0;
    for (const { id, query, body, response } of all) {
      const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
      count += expectShown(query ?? body ?? {}, interfaceOf(`${name}Request`), `${name}Request`);
      const answer: Schema = response;
      if (answer.title !== undefined) {
        expect(declarations).toContain(`export type ${name}Response = ${answer.title};`);
        count += expectShown(answer, interfaceOf(answer.title), answer.title);
      } else if (answer.properties) count += expectShown(answer, interfaceOf(`${name}Response`), `${name}Response`);
      else expect(declarations).toContain(`export type ${name}Response = string;`);
    }
    expect(count).toBeGreaterThan(500);
  });

  it.each(all.map((operation) => [operation.id, operation] as const))(
    'the method %s has its documentation and named types',
    (id, { description, path }) => {
      const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
      const signature = new RegExp(
        `/\\*\\*((?:(?!/\\*\\*).)*?)\\*/\\s+${id}\\(request\\??: ${name}Request, options\\?: CallOptions\\): Promise<${name}Response>;`,
        's',
      );
      const docs = signature.exec(declarations)?.[1]?.replaceAll(/\s*\n\s*\* ?/g, ' ') ?? '';
      expect(docs).toContain(description);
      expect(docs).toContain(path);
      expect(docs).toContain('@throws MillraceError');
    },
  );
});
