import { expect, it } from 'vitest';
import { PreparedNames } from './prepared-names.js';

it('a statement is prepared from its second use on, under a name of its own', () => {
  const names = new PreparedNames();
  expect(names.nameOf('select 1')).toBeUndefined();
  const name = names.nameOf('select 1');
  expect(name).toBeDefined();
  expect(names.nameOf('select 1')).toBe(name);
  names.nameOf('select 2');
  expect(names.nameOf('select 2')).not.toBe(name);
});

it('a flood of statements used once takes no names, and one of statements used twice takes a bounded number', () => {
  const names = new PreparedNames();
  for (let index = 0; index < 10_000; index += 1) expect(names.nameOf(`once ${index}`)).toBeUndefined();
  const given = new Set<string | undefined>();
  for (let index = 0; index < 2000; index += 1) {
    names.nameOf(`twice ${index}`);
    given.add(names.nameOf(`twice ${index}`));
  }
  given.delete(undefined);
  expect(given.size).toBe(1000);
});
