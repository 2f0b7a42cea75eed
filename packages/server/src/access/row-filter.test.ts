import { describe, expect, it } from 'vitest';
import type { Filter } from '../filters/filter.js';
import type { Access } from './authorize.js';
import { everything, only, type Role } from './role.js';
import { rowFilterOf } from './row-filter.js';
import { noRights } from './testing/no-rights.js';

const role = (rights: Partial<Role>): Role => ({ ...noRights, name: 'ROLE', read: everything, ...rights });

const access = (roles: readonly Role[], unrestricted = false): Access => ({
  principal: { kind: 'user', userId: 'me', clientId: 'c', name: 'Me', administrator: unrestricted, scopes: [] },
  grant: 'process.read',
  unrestricted,
  roles,
});

const condition = (key: string, operator: 'eq' | 'in', value: string | readonly string[]): Filter => ({
  kind: 'condition',
  key,
  operator,
  value,
});
const mine = condition('fields.assignee', 'eq', '$user.id');

describe('[D12] rows a decision covers', () => {
  it('all for the administrator and for a role without bounds', () => {
    expect(rowFilterOf(access([], true))).toBeUndefined();
    expect(rowFilterOf(access([role({})]))).toBeUndefined();
    expect(rowFilterOf(access([role({ filter: mine }), role({})]))).toBeUndefined();
  });

  it('those of the role’s stages', () => {
    expect(rowFilterOf(access([role({ stages: only(['one', 'two']) })]))).toEqual(
      condition('stageKey', 'in', ['one', 'two']),
    );
    expect(rowFilterOf(access([role({ stages: only([]) })]))).toEqual(condition('stageKey', 'in', []));
  });

  it('those of the role’s filter, with the caller in place of $user.id wherever it stands', () => {
    expect(rowFilterOf(access([role({ filter: mine })]))).toEqual(condition('fields.assignee', 'eq', 'me'));
    const nested: Filter = {
      kind: 'or',
      filters: [{ kind: 'and', filters: [mine] }, condition('fields.watchers', 'in', ['$user.id', 'x$user.id'])],
    };
    expect(rowFilterOf(access([role({ filter: nested })]))).toEqual({
      kind: 'or',
      filters: [
        { kind: 'and', filters: [condition('fields.assignee', 'eq', 'me')] },
        condition('fields.watchers', 'in', ['me', 'x$user.id']),
      ],
    });
    expect(nested.filters[0]).toEqual({ kind: 'and', filters: [mine] });
  });

  it('stages and filter of one role together, several roles as alternatives', () => {
    expect(
      rowFilterOf(access([role({ stages: only(['one']), filter: mine }), role({ stages: only(['two']) })])),
    ).toEqual({
      kind: 'or',
      filters: [
        {
          kind: 'and',
          filters: [condition('stageKey', 'in', ['one']), condition('fields.assignee', 'eq', 'me')],
        },
        condition('stageKey', 'in', ['two']),
      ],
    });
  });

  it('none without any role', () => {
    expect(rowFilterOf(access([]))).toEqual({ kind: 'or', filters: [] });
  });
});
