import { operations } from '@millrace/contract';
import { describe, expect, it } from 'vitest';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { Transaction } from '../../postgres/database.js';
import type { Caller } from '../../use-case/caller.js';
import { normalDocument } from '../document/model/normal-document.js';
import { compileConfiguration } from './compile-configuration.js';
import { enter, requireVersionId, writingWork } from './enter.js';
import type { SubProject } from './sub-project.js';
import type { SubProjects } from './sub-projects.js';

const subProject = compileConfiguration({
  id: 'version',
  subProjectId: 'here',
  number: 1,
  configuration: {
    document: normalDocument({ name: 'Test', stages: [{ key: 'one' }], roles: [{ name: 'READER', read: true }] }),
    members: [{ userId: 'reader', roles: ['READER'] }],
    workflows: [],
  },
});

const subProjects: Pick<SubProjects, 'load'> = {
  load: async (id, options) => {
    if (id === 'here') return subProject;
    throw new CatalogueError(options?.unknownSubProject ?? 1202, 'There is no such sub-project.');
  },
};

const caller = (userId: string): Caller => ({
  principal: { kind: 'user', userId, clientId: 'c', name: userId, administrator: false, scopes: [] },
  traceId: 'trace',
  ifMatch: undefined,
  write: () => Promise.reject(new Error('entering writes nothing')),
});

describe('[D13] entering a sub-project', () => {
  it('gives the configuration and what the caller may do there', async () => {
    const entrance = await enter(subProjects, caller('reader'), 'here', operations.getProcess);
    expect(entrance.subProject).toBe(subProject);
    expect(entrance.access).toMatchObject({ grant: 'process.read', unrestricted: false });
    expect(entrance.access.roles.map(({ name }) => name)).toEqual(['READER']);
  });

  it.each([
    ['a stranger reads', 'stranger', operations.getProcess, 1204],
    ['a stranger updates', 'stranger', operations.updateProcessField, 1207],
    ['a reader updates', 'reader', operations.updateProcessField, 1207],
    ['a reader executes', 'reader', operations.executeWorkflow, 1209],
    ['a reader creates', 'reader', operations.createProcess, 1206],
  ] as const)('%s', async (_, userId, operation, id) => {
    await expect(enter(subProjects, caller(userId), 'here', operation)).rejects.toMatchObject({ id });
  });

  it('looks for the sub-project before the role, with the operation’s own code where it has one', async () => {
    const nowhere = enter(subProjects, caller('stranger'), 'nowhere', operations.getProcess);
    await expect(nowhere).rejects.toMatchObject({ id: 1202 });
    const update = enter(subProjects, caller('stranger'), 'nowhere', operations.updateProcessField, {
      unknownSubProject: 1221,
    });
    await expect(update).rejects.toMatchObject({ id: 1221 });
  });
});

describe('[D138] writing without reading the current configuration first', () => {
  const deployed: SubProject = { ...subProject, versionId: 'next', members: new Map() };
  /** As the server keeps it: the first is what the process loaded last. */
  const afterDeployment: Pick<SubProjects, 'load' | 'working'> = {
    load: async () => deployed,
    async working(_, work) {
      const first = await work(subProject);
      return first.versionId === subProject.versionId ? first.value : (await work(deployed)).value;
    },
  };
  const writer: Caller = { ...caller('reader'), write: (work) => work({} as Transaction) };

  it('is done again with the configuration in force when the first statement finds another one', async () => {
    const versions: string[] = [];
    const updated = writingWork(
      { ...afterDeployment, working: async (_, work) => (await work(subProject).catch(() => work(deployed))).value },
      writer,
      'here',
      operations.getProcess,
      ({ subProject: used, write }) =>
        write(async () => {
          versions.push(used.versionId);
          requireVersionId(used, 'next');
          return {};
        }),
    );
    await expect(updated).rejects.toMatchObject({ id: 1204 });
    expect(versions).toEqual(['version']);
  });

  it('gives the answer that is kept for an Idempotency-Key only to who may still have it', async () => {
    const replaying: Caller = { ...writer, write: async <T extends object>() => ({ kept: true }) as unknown as T };
    const repeated = writingWork(afterDeployment, replaying, 'here', operations.getProcess, ({ write }) =>
      write(async () => ({})),
    );
    await expect(repeated).rejects.toMatchObject({ id: 1204 });
  });
});
