import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../postgres/database.js';
import { quietLog } from '../testing/quiet-log.js';
import type { Who } from '../workflows/testing/workflow-fixture.js';
import { createNotificationFixture, type NotificationFixture } from './testing/notification-fixture.js';

let fixture: NotificationFixture;
/** Connections that are killed. */
let shaky: Database;
beforeAll(async () => {
  fixture = await createNotificationFixture();
  shaky = connect({ url: fixture.url, maxConnections: 2, applicationName: 'shaky', log: quietLog });
});
afterAll(async () => {
  await shaky.close();
  await fixture.drop();
});

/** STRANGER has the role READER at times. */
const readers = ['OWNER', 'MANAGER', 'ASSIGNEE', 'OWN_RUNS', 'READER', 'PARTIAL', 'STRANGER'] as const;
const anyone = fc.constantFrom<Who>(...readers);
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('comment' as const), who: anyone, names: fc.option(anyone, { nil: undefined }) }),
  fc.record({ kind: fc.constantFrom('watch' as const, 'unwatch' as const), who: anyone }),
  fc.record({ kind: fc.constant('assign' as const), to: fc.constantFrom<Who>('ASSIGNEE', 'OWN_RUNS', 'OWNER') }),
  fc.record({ kind: fc.constant('decide' as const), approved: fc.boolean() }),
  fc.record({ kind: fc.constant('roles' as const), roles: fc.constantFrom<readonly string[]>(['READER'], []) }),
  fc.record({ kind: fc.constant('work' as const), killAfterMs: fc.option(fc.nat(40), { nil: undefined }) }),
  fc.record({ kind: fc.constant('read' as const), who: anyone }),
);

/** What people should be told, worked out by hand from what was done. */
class Model {
  readonly watchers = new Map<Who, 'watches' | 'stopped'>();
  readonly unread = new Map<Who, Record<string, number>>();
  #waiting: { readonly actor: Who; readonly reasons: ReadonlyMap<Who, string> }[] = [];

  begin(who: Who): void {
    if (!this.watchers.has(who)) this.watchers.set(who, 'watches');
  }

  happens(actor: Who, reason: string, names: Who | undefined = undefined): void {
    const reasons = new Map([...this.watchers].flatMap(([who, state]) => (state === 'watches' ? [[who, reason]] : [])));
    if (names !== undefined) reasons.set(names, 'mentioned');
    this.#waiting.push({ actor, reasons });
  }

  opens(): void {
    this.#waiting.push({
      actor: 'OWNER',
      reasons: new Map([
        ['MANAGER', 'candidate'],
        ['OWN_RUNS', 'candidate'],
      ]),
    });
  }

  /** The worker works off what waits: people are told of what they see now. */
  work(sees: ReadonlySet<Who>): void {
    for (const { actor, reasons } of this.#waiting) {
      for (const [who, reason] of reasons) {
        if (who === actor || !sees.has(who)) continue;
        const counts = this.unread.get(who) ?? {};
        this.unread.set(who, { ...counts, [reason]: (counts[reason] ?? 0) + 1 });
      }
    }
    this.#waiting = [];
  }
}

const giveRoles = (roles: readonly string[]) =>
  fixture.useCases.setMemberRoles(fixture.caller('ADMIN'), {
    subProjectId: fixture.subProjectId,
    user: fixture.userId('STRANGER'),
    roles: [...roles],
  });

test('[D149] random events, roles, rights, reads and killed workers: each is told once, and never of what getProcess refuses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 20 }), async (steps) => {
      const model = new Model();
      const { subProjectId } = fixture;
      const processId = await fixture.createProcess({ assignee: fixture.userId('ASSIGNEE'), amount: 1 });
      const target = { subProjectId, processId };
      model.begin('OWNER');
      await giveRoles([]);
      const sees = async (who: Who): Promise<boolean> => {
        const filters = JSON.stringify({ subProjectId_id: subProjectId, id: processId });
        const refused = await fixture.useCases
          .getProcess(fixture.caller(who), { page: '1', perPageCount: '1', filters })
          .then(
            () => undefined,
            (error: { readonly id: number }) => error.id,
          );
        expect(who === 'STRANGER' ? [undefined, 1204] : [undefined, 1210]).toContain(refused);
        return refused === undefined;
      };
      const whoSees = async (): Promise<ReadonlySet<Who>> => {
        const answers = await Promise.all(readers.map(async (who) => ((await sees(who)) ? [who] : [])));
        return new Set(answers.flat());
      };
      const work = async () => {
        await fixture.keep();
        model.work(await whoSees());
      };
      /** As with kill -9: the connection is gone at any moment, in the middle of the transaction or after it. */
      const killed = async (afterMs: number) => {
        await fixture.sequence();
        const working = fixture.project(shaky).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, afterMs));
        await fixture.owner`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shaky'`;
        await working;
      };
      const check = async () => {
        const seeing = await whoSees();
        for (const who of readers) {
          const expected = seeing.has(who) ? model.unread.get(who) : undefined;
          const told = await fixture.told(who, processId);
          expect([who, told?.unread === true ? told : undefined]).toEqual([
            who,
            expected === undefined ? undefined : { unread: true, ...expected },
          ]);
        }
      };
      for (const step of steps) {
        switch (step.kind) {
          case 'comment': {
            if (!(await sees(step.who))) continue;
            const names = step.names !== undefined && (await sees(step.names)) ? step.names : undefined;
            await fixture.comment(step.who, processId, names === undefined ? 'Known.' : `@[${fixture.userId(names)}]`);
            model.happens(step.who, 'commented', names);
            model.begin(step.who);
            if (names !== undefined) model.begin(names);
            break;
          }
          case 'watch':
          case 'unwatch':
            if (!(await sees(step.who))) continue;
            // It is in force at once, and what was done before is told to those who watch when the worker comes to it.
            await work();
            await fixture.notifications[`${step.kind}Process`](fixture.caller(step.who), target);
            model.watchers.set(step.who, step.kind === 'watch' ? 'watches' : 'stopped');
            break;
          case 'assign':
            await work();
            await fixture.useCases.updateProcessField(fixture.caller('OWNER'), {
              ...target,
              updates: { assignee: fixture.userId(step.to) },
            });
            break;
          case 'roles':
            await work();
            await giveRoles(step.roles);
            break;
          case 'decide': {
            await fixture.execute('review', processId);
            model.opens();
            const { tasks } = await fixture.useCases.getTasks(fixture.caller('MANAGER'), { ...target, state: 'OPEN' });
            const taskIds = tasks.map(({ id }) => id);
            await fixture.useCases.decideTasks(fixture.caller('MANAGER'), {
              subProjectId,
              taskIds,
              approved: step.approved,
            });
            model.happens('MANAGER', 'decided');
            break;
          }
          case 'work':
            if (step.killAfterMs !== undefined) await killed(step.killAfterMs);
            await work();
            await check();
            break;
          case 'read':
            await work();
            await fixture.notifications.markNotificationsRead(fixture.caller(step.who), { notifications: [target] });
            model.unread.delete(step.who);
            break;
        }
      }
      await work();
      await check();
    }),
    { numRuns: 8 },
  );
});
