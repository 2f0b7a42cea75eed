import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql, transaction } from '../postgres/database.js';
import type { Who } from '../workflows/testing/workflow-fixture.js';
import { eraseNotificationsOf, forgetNotifications } from './records/notifications.js';
import { createNotificationFixture, type NotificationFixture } from './testing/notification-fixture.js';

let fixture: NotificationFixture;
beforeAll(async () => {
  fixture = await createNotificationFixture();
});
afterAll(() => fixture.drop());

const target = (processId: string) => ({ subProjectId: fixture.subProjectId, processId });
const list = (who: Who, query: Record<string, string> = {}) =>
  fixture.notifications.getNotifications(fixture.caller(who), query);
const itemOf = async (who: Who, processId: string) =>
  (await list(who, { limit: '100' })).notifications.find(({ process }) => process.id === processId);
const markRead = (who: Who, processId: string, position?: string) =>
  fixture.notifications.markNotificationsRead(fixture.caller(who), {
    notifications: [{ ...target(processId), ...(position === undefined ? {} : { position }) }],
  });
const openTask = async (processId: string) => {
  await fixture.execute('review', processId);
  const { tasks } = await fixture.useCases.getTasks(fixture.caller('OWNER'), target(processId));
  return tasks[0]?.id ?? '';
};
const taskOf = (taskId: string) => ({ subProjectId: fixture.subProjectId, taskId });

describe('what people are told of [D149]', () => {
  test('a task tells those who may claim it, and not who started it; the decision tells who watches', async () => {
    const processId = await fixture.createProcess({ amount: 5, notes: 'Acme' });
    const taskId = await openTask(processId);
    await fixture.keep();
    expect(await fixture.told('MANAGER', processId)).toEqual({ unread: true, candidate: 1 });
    // OWN_RUNS does not see the process, and OWNER started it.
    expect(await fixture.told('OWN_RUNS', processId)).toBeUndefined();
    expect(await fixture.told('OWNER', processId)).toBeUndefined();
    const [item] = (await list('MANAGER')).notifications;
    expect(item).toMatchObject({
      subProject: { id: fixture.subProjectId, name: 'Orders' },
      process: { id: processId, title: 'Acme' },
      reasons: [{ reason: 'candidate', by: fixture.userId('OWNER'), taskId, task: 'Task check', approved: null }],
    });

    await fixture.useCases.assignTask(fixture.caller('OPERATOR'), {
      ...taskOf(taskId),
      assignee: fixture.userId('MANAGER'),
    });
    await fixture.keep();
    expect(await fixture.told('MANAGER', processId)).toEqual({ unread: true, candidate: 1, assigned: 1 });
    await fixture.useCases.decideTasks(fixture.caller('MANAGER'), {
      subProjectId: fixture.subProjectId,
      taskIds: [taskId],
      approved: true,
    });
    await fixture.keep();
    // OWNER created the process, so watches it.
    expect(await fixture.told('OWNER', processId)).toEqual({ unread: true, decided: 1 });
    expect(await itemOf('OWNER', processId)).toMatchObject({ reasons: [{ task: 'Task check', approved: true }] });
    expect(await fixture.told('MANAGER', processId)).toEqual({ unread: true, candidate: 1, assigned: 1 });
  });

  test('[D151] a task for a client tells its user, also when it is due', async () => {
    const processId = await fixture.createProcess({ amount: 5, notes: 'Acme' });
    await fixture.db`insert into clients (id, user_id, created_ts)
      values ('manager-robot', ${fixture.userId('MANAGER')}, now())`;
    await fixture.execute('robot', processId);
    await fixture.keep();
    expect(await fixture.told('MANAGER', processId)).toEqual({ unread: true, assigned: 1 });
    const { tasks } = await fixture.useCases.getTasks(fixture.caller('OWNER'), target(processId));
    const dueTs = new Date(Date.now() - 1000).toISOString();
    await fixture.useCases.updateTask(fixture.caller('OPERATOR'), { ...taskOf(tasks[0]?.id ?? ''), dueTs });
    await fixture.keep();
    expect(await fixture.told('MANAGER', processId)).toEqual({ unread: true, assigned: 1, due: 1 });
  });

  test('an incident tells those who may repair runs and see the process, and nobody else', async () => {
    const processId = await fixture.createProcess();
    const { id: runId } = await fixture.execute('lost', processId, { which: 'nowhere' });
    await fixture.keep();
    expect(await fixture.told('OPERATOR', processId)).toEqual({ unread: true, incident: 1 });
    expect(await itemOf('OPERATOR', processId)).toMatchObject({ reasons: [{ reason: 'incident', runId }] });
    for (const who of ['MANAGER', 'OWNER', 'READER'] as const) {
      expect(await fixture.told(who, processId)).toBeUndefined();
    }
  });

  test('a mention is not also a comment; an answer tells who wrote the comment, also without watching', async () => {
    const processId = await fixture.createProcess();
    const [owner, manager] = [fixture.userId('OWNER'), fixture.userId('MANAGER')];
    const first = await fixture.comment('MANAGER', processId, `@[${owner}] and @[${manager}], look.`);
    await fixture.keep();
    expect(await fixture.told('OWNER', processId)).toEqual({ unread: true, mentioned: 1 });
    expect(await fixture.told('MANAGER', processId)).toBeUndefined();
    await fixture.notifications.unwatchProcess(fixture.caller('MANAGER'), target(processId));
    await fixture.comment('OWNER', processId);
    await fixture.comment('OWNER', processId, 'Yes.', { parentId: first });
    await fixture.keep();
    expect(await fixture.told('MANAGER', processId)).toEqual({ unread: true, commented: 1 });
    await fixture.comments.updateComment(fixture.caller('MANAGER'), {
      subProjectId: fixture.subProjectId,
      commentId: first,
      body: `@[${owner}], @[${fixture.userId('READER')}], look again.`,
    });
    await fixture.keep();
    // Only whom the new text names in addition.
    expect(await fixture.told('READER', processId)).toEqual({ unread: true, mentioned: 1 });
    expect(await fixture.told('OWNER', processId)).toEqual({ unread: true, mentioned: 1 });
  });

  test('reading clears; what comes after the position stays, and begins to count again', async () => {
    const processId = await fixture.createProcess();
    await fixture.comment('MANAGER', processId);
    await fixture.keep();
    const seen = await itemOf('OWNER', processId);
    await fixture.comment('MANAGER', processId);
    await fixture.keep();
    expect(await markRead('OWNER', processId, seen?.position)).toEqual({ marked: 0 });
    expect(await fixture.told('OWNER', processId)).toEqual({ unread: true, commented: 2 });
    expect(await markRead('OWNER', processId)).toEqual({ marked: 1 });
    expect(await markRead('OWNER', processId)).toEqual({ marked: 0 });
    expect(await fixture.told('OWNER', processId)).toEqual({ unread: false, commented: 2 });
    await fixture.comment('MANAGER', processId);
    await fixture.keep();
    expect(await fixture.told('OWNER', processId)).toEqual({ unread: true, commented: 1 });
    expect((await list('OWNER')).unread.count).toBeGreaterThan(0);
    await fixture.notifications.markNotificationsRead(fixture.caller('OWNER'), { all: true });
    expect(await list('OWNER', { unread: 'true' })).toMatchObject({
      notifications: [],
      unread: { count: 0, atLeast: false },
    });
    await expect(fixture.notifications.markNotificationsRead(fixture.caller('OWNER'), {})).rejects.toMatchObject({
      id: 1232,
    });
  });

  test('what one may not see now is not there, and is there again when one may', async () => {
    const assignee = fixture.userId('ASSIGNEE');
    const processId = await fixture.createProcess({ assignee });
    await fixture.comment('MANAGER', processId, `@[${assignee}]`);
    await fixture.keep();
    expect(await fixture.told('ASSIGNEE', processId)).toEqual({ unread: true, mentioned: 1 });
    const update = (updates: object) =>
      fixture.useCases.updateProcessField(fixture.caller('OWNER'), { ...target(processId), updates });
    await update({ assignee: fixture.userId('OWN_RUNS') });
    expect(await fixture.told('ASSIGNEE', processId)).toBeUndefined();
    expect((await list('ASSIGNEE')).unread.count).toBe(0);
    // Nothing is kept for whoever does not see it when it happens.
    await fixture.notifications.watchProcess(fixture.caller('OWN_RUNS'), target(processId));
    await fixture.comment('MANAGER', processId);
    await fixture.keep();
    expect(await fixture.told('OWN_RUNS', processId)).toEqual({ unread: true, commented: 1 });
    await update({ assignee });
    expect(await fixture.told('ASSIGNEE', processId)).toEqual({ unread: true, mentioned: 1 });
    expect(await fixture.told('OWN_RUNS', processId)).toBeUndefined();
  });

  test('a process is called by the fields that one reads', async () => {
    const processId = await fixture.createProcess({ amount: 7, notes: 'Secret' });
    await fixture.comment('OWNER', processId, `@[${fixture.userId('PARTIAL')}] @[${fixture.userId('READER')}]`);
    await fixture.keep();
    expect((await itemOf('PARTIAL', processId))?.process).toMatchObject({
      title: 'Secret',
      fields: { notes: 'Secret' },
    });
    expect((await itemOf('READER', processId))?.process).toMatchObject({ fields: { amount: 7, notes: 'Secret' } });
  });

  test('preferences: what one does not want is not there, and one does not watch without wanting to', async () => {
    const preferences = await fixture.notifications.setNotificationPreferences(fixture.caller('READER'), {
      reasons: [{ reason: 'mentioned', inbox: false }],
      watching: { mentioned: false },
    });
    expect(preferences).toEqual(await fixture.notifications.getNotificationPreferences(fixture.caller('READER'), {}));
    expect(preferences.watching).toEqual({ created: true, assigned: true, commented: true, mentioned: false });
    const processId = await fixture.createProcess();
    await fixture.comment('OWNER', processId, `@[${fixture.userId('READER')}] @[${fixture.userId('OPERATOR')}]`);
    await fixture.comment('OWNER', processId);
    await fixture.keep();
    expect(await fixture.told('READER', processId)).toBeUndefined();
    expect(await fixture.told('OPERATOR', processId)).toEqual({ unread: true, mentioned: 1, commented: 1 });
    const changed = await fixture.notifications.setNotificationPreferences(fixture.caller('READER'), {
      reasons: [{ reason: 'mentioned', inbox: true }],
    });
    expect(changed.watching.mentioned).toBe(false);
    expect(await fixture.told('READER', processId)).toEqual({ unread: true, mentioned: 1 });
  });

  test('watching is for those who read the process, and whoever stops does not begin again by commenting', async () => {
    const processId = await fixture.createProcess();
    const watch = (who: Who) => fixture.notifications.watchProcess(fixture.caller(who), target(processId));
    await expect(watch('ASSIGNEE')).rejects.toMatchObject({ id: 1210 });
    await expect(watch('STRANGER')).rejects.toMatchObject({ id: 1204 });
    await watch('READER');
    const watchers = async () => {
      const answer = await fixture.notifications.getWatchers(fixture.caller('READER'), target(processId));
      return [answer.watching, answer.watchers.map(({ userId, reason }) => [userId, reason])];
    };
    await fixture.keep();
    const created = [fixture.userId('OWNER'), 'created'];
    expect(await watchers()).toEqual([true, expect.arrayContaining([[fixture.userId('READER'), 'chosen'], created])]);
    await fixture.notifications.unwatchProcess(fixture.caller('READER'), target(processId));
    await fixture.comment('READER', processId);
    await fixture.keep();
    expect(await watchers()).toEqual([false, [created]]);
  });

  test('500 people watch a process, and no more can', async () => {
    const processId = await fixture.createProcess();
    await fixture.db`insert into process_watchers (sub_project_id, process_id, user_id, reason, since_ts)
      select ${fixture.subProjectId}, ${processId}, gen_random_uuid(), 'chosen', now() from generate_series(1, 499)`;
    const watch = (who: Who) => fixture.notifications.watchProcess(fixture.caller(who), target(processId));
    await watch('READER');
    await watch('READER');
    await expect(watch('MANAGER')).rejects.toMatchObject({ id: 1009 });
    await fixture.comment('MANAGER', processId);
    await fixture.keep();
    expect(await fixture.db`select from process_watchers where process_id = ${processId}`).toHaveLength(500);
    expect(await fixture.told('READER', processId)).toBeDefined();
  });

  test('whoever may claim a task is told once when its due date passes, unless it was moved', async () => {
    const processId = await fixture.createProcess();
    const taskId = await openTask(processId);
    const dueIn = (ms: number) =>
      fixture.useCases.updateTask(fixture.caller('OPERATOR'), {
        ...taskOf(taskId),
        dueTs: new Date(Date.now() + ms).toISOString(),
      });
    await dueIn(-1000);
    await dueIn(60_000);
    await fixture.keep();
    expect(await fixture.told('MANAGER', processId)).toEqual({ unread: true, candidate: 1 });
    await dueIn(-1000);
    await fixture.keep();
    await fixture.keep();
    expect(await fixture.told('MANAGER', processId)).toEqual({ unread: true, candidate: 1, due: 1 });
    expect(await fixture.db`select from notification_dues where task_id = ${taskId}`).toHaveLength(0);
  });

  test('a deleted process takes its notifications along, and old ones are forgotten', async () => {
    const processId = await fixture.createProcess();
    await fixture.comment('MANAGER', processId);
    await fixture.keep();
    await transaction(fixture.db, (tx) => eraseNotificationsOf(tx, fixture.subProjectId, processId));
    expect(await fixture.told('OWNER', processId)).toBeUndefined();
    const old = await fixture.createProcess();
    await fixture.comment('MANAGER', old);
    await fixture.keep();
    await fixture.db`update notifications set last_ts = now() - interval '91 days' where process_id = ${old}`;
    expect(await forgetNotifications(fixture.db)).toBe(1);
    expect(await fixture.told('OWNER', old)).toBeUndefined();
  });

  test('an event that always fails is given up after five tries, with a record, and holds back nothing that comes after it', async () => {
    const broken = await fixture.createProcess();
    await fixture.keep();
    const { owner, subProjectId } = fixture;
    await owner`create function millrace.fail() returns trigger language plpgsql as ${sql.raw(
      `$$ begin if new.process_id = '${broken}' then raise exception 'no'; end if; return new; end $$`,
    )}`;
    const fail = () =>
      owner`create trigger fail before insert on millrace.notifications for each row execute function millrace.fail()`;
    await fail();
    const before = await fixture.createProcess();
    await fixture.comment('MANAGER', before);
    await fixture.comment('MANAGER', broken);
    const after = await fixture.createProcess();
    await fixture.comment('MANAGER', after);
    const failures = () => fixture.db<{ work: string; tries: number; failure: string; waits: boolean }>`
      select work, tries, failure, retry_ts > now() as waits from notification_failures
      where sub_project_id = ${subProjectId} order by work`;
    /** As if the time until the next try had passed. */
    const endWait = () =>
      fixture.db`update notification_failures set retry_ts = now() - interval '1 second' where retry_ts is not null`;
    for (let tries = 1; tries < 5; tries += 1) {
      await fixture.keep();
      expect(await failures()).toEqual([{ work: 'events', tries, failure: 'SQLSTATE P0001', waits: true }]);
      // Until its time has come, the event is not tried.
      await fixture.keep();
      expect(await failures()).toMatchObject([{ tries }]);
      expect(await fixture.told('OWNER', before)).toEqual({ unread: true, commented: 1 });
      expect(await fixture.told('OWNER', after)).toBeUndefined();
      await endWait();
    }
    await fixture.keep();
    expect(await failures()).toEqual([{ work: 'events', tries: 5, failure: 'SQLSTATE P0001', waits: null }]);
    expect(await fixture.told('OWNER', after)).toEqual({ unread: true, commented: 1 });
    expect(await fixture.told('OWNER', before)).toEqual({ unread: true, commented: 1 });

    // As with due dates.
    const due = async (processId: string) => {
      await fixture.useCases.updateTask(fixture.caller('OPERATOR'), {
        ...taskOf(await openTask(processId)),
        dueTs: new Date(Date.now() - 1000).toISOString(),
      });
    };
    await fixture.db`delete from notification_failures where sub_project_id = ${subProjectId}`;
    await owner`drop trigger fail on millrace.notifications`;
    await due(broken);
    await due(after);
    await fixture.sequence();
    await fail();
    for (let tries = 1; tries <= 10; tries += 1) {
      await endWait();
      await fixture.keep();
    }
    await owner`drop trigger fail on millrace.notifications`;
    expect((await failures()).map(({ work, tries }) => [work, tries])).toContainEqual(['dues', 5]);
    expect(await fixture.told('MANAGER', after)).toMatchObject({ due: 1 });
    expect(await fixture.db`select from notification_dues where sub_project_id = ${subProjectId}`).toHaveLength(0);
  });

  test('pages follow each other, the newest first', async () => {
    await fixture.notifications.markNotificationsRead(fixture.caller('OWNER'), { all: true });
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const processId = await fixture.createProcess();
      ids.unshift(processId);
      await fixture.comment('MANAGER', processId);
    }
    await fixture.keep();
    const found: string[] = [];
    for (let after = ''; ; ) {
      const page = await list('OWNER', { unread: 'true', limit: '2', after });
      found.push(...page.notifications.map(({ process }) => process.id));
      expect(page.unread).toEqual({ count: 3, atLeast: false });
      if (page.next === null) break;
      after = page.next;
    }
    expect(found).toEqual(ids);
    await expect(list('OWNER', { limit: '101' })).rejects.toMatchObject({ id: 1200 });
  });
});
