import { describe, expect, it } from 'vitest';
import { createDocumentValidator } from './validate-document.js';

const validate = createDocumentValidator();

describe('hostile documents', () => {
  const minimal = 'name: Test\nstages: [{ key: one }]\n';
  const refused = async (source: string | object, message: RegExp) => {
    const begun = process.cpuUsage();
    const { errors, valid } = await validate(source, {});
    expect(valid).toBeUndefined();
    expect(errors.length).toBeLessThanOrEqual(200);
    expect(errors.map((error) => error.message)).toContainEqual(expect.stringMatching(message));
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000_000, 'seconds of the processor').toBeLessThan(5);
  };

  it('are refused when nested deeply in text', () => refused(`name: ${'['.repeat(500_000)}`, /nested too deeply/));

  it('are refused when nested deeply in blocks', () =>
    refused(Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'), /nested too deeply/));

  it('are refused when nested deeply in an object', () => {
    let nested: object = {};
    for (let depth = 0; depth < 1000; depth += 1) nested = { nested };
    return refused({ name: 'Test', stages: [{ key: 'one' }], fields: { nested } }, /nested deeper than 64/);
  });

  it('are refused when aliases multiply', () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const items = Array.from({ length: 9 }, () => (level === 0 ? 'x' : `*l${level - 1}`));
      return `l${level}: &l${level} [${items.join(', ')}]`;
    });
    return refused(`${minimal}${levels.join('\n')}`, /more than 200000 values/);
  });

  it('are refused when an alias holds itself', () => refused(`${minimal}fields: &f { a: *f }`, /no anchor &f/));

  it('are refused when they are huge', () => refused(`# ${'x'.repeat(1024 ** 2)}`, /at most 1048576/));

  it.each([
    '__proto__: {}',
    'fields: { __proto__: { type: string } }',
    'fields:\n  a: { properties: { __proto__: {} } }',
  ])('are refused with the name __proto__: %s', (line) => refused(`${minimal}${line}`, /this name is reserved/));

  it('are refused with __proto__ in an object', () =>
    refused(JSON.parse('{"name":"Test","stages":[{"key":"one"}],"fields":{"__proto__":{}}}'), /this name is reserved/));

  it('never reach a prototype: constructor as a key of everything else', async () => {
    const text = [
      'name: Test',
      'stages: [{ key: constructor, default: true }]',
      'states: { initial: constructor, values: [constructor, toString] }',
      'roles: [{ name: constructor, stages: [constructor], read: true }]',
      'members: [{ user: constructor, roles: [constructor] }]',
    ].join('\n');
    const { errors, valid } = await validate(text, {});
    expect(errors).toEqual([]);
    expect(valid?.document.roles[0]?.name).toBe('constructor');
    await refused(
      `${text}\nworkflows: [{ key: a, name: a, stages: [constructor], file: constructor }]`,
      /was not given/,
    );
    await refused(text.replace('stages: [constructor], read', 'stages: [valueOf], read'), /no stage "valueOf"/);
  });

  it('are refused with text PostgreSQL cannot keep', async () => {
    await refused(`${minimal}description: "a\\0b"`, /U\+0000/);
    await refused(`${minimal}description: "\\ud800"`, /surrogate/);
    await refused({ name: 'a\0b', stages: [{ key: 'one' }] }, /U\+0000/);
  });

  it('do not cost more the more names are wrong', async () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field_number_${n}`, { type: 'string' }]));
    const update = Array.from({ length: 4000 }, (_, n) => `fieldd_numbex_${n}`);
    const roles = Array.from({ length: 150 }, (_, n) => ({ name: `R${n}`, read: 1, create: [1] }));
    const begun = process.cpuUsage();
    const names = await validate(
      { name: 'Test', stages: [{ key: 'one' }], fields, roles: [{ name: 'R', update }] },
      {},
    );
    const shapes = await validate({ name: 'Test', stages: [{ key: 'one' }], roles }, {});
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000_000, 'seconds of the processor').toBeLessThan(3);
    expect(names.errors).toHaveLength(21);
    expect(names.errors.at(-1)?.message).toBe('3980 more names in this list name no field');
    expect(shapes.errors).toHaveLength(300);
  });

  it('name thousands of unknown members without repeating them all', async () => {
    const { errors } = await validate(`${minimal}${Array.from({ length: 5000 }, (_, i) => `k${i}: 1`).join('\n')}`, {});
    expect(errors).toHaveLength(5000);
    expect(errors[0]).toEqual({
      path: '/k0',
      line: 3,
      column: 1,
      message: expect.stringContaining('"k0" is not known here'),
    });
  });
});
