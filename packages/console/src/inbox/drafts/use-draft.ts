import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/call.js';
import { isProblem } from '../../api/problem.js';
import { useMe } from '../../session/session.js';
import { createDraftSync, type DraftSync } from './draft-sync.js';
import { type Draft, localDraft } from './local-draft.js';

/** The draft of a person about a task, on all their devices. `isOn`: it can be decided. */
export function useDraft(taskId: string, isOn: boolean) {
  const { user } = useMe();
  const [sync] = useState(() => syncOf(user.id, taskId));
  const state = useSyncExternalStore(sync.subscribe, sync.current);
  useEffect(() => {
    if (!isOn) return;
    void sync.reconcile();
    const leaving = new AbortController();
    const { signal } = leaving;
    addEventListener('online', () => void sync.reconcile(), { signal });
    addEventListener('pagehide', () => void sync.flush(true), { signal });
    document.addEventListener(
      'visibilitychange',
      () => void (document.visibilityState === 'hidden' ? sync.flush(true) : sync.reconcile()),
      { signal },
    );
    return () => {
      leaving.abort();
      void sync.flush(false);
    };
  }, [sync, isOn]);
  return { ...state, type: sync.type, keepOwn: sync.keepOwn, takeOther: sync.takeOther };
}

function syncOf(userId: string, taskId: string): DraftSync {
  const target = { kind: 'taskForm' as const, key: taskId };
  return createDraftSync({
    store: localDraft(userId, taskId),
    async load() {
      try {
        const { draft } = await call('getDraft', target);
        return draft === null ? null : { value: draft.value as Draft, version: draft.version };
      } catch {
        return undefined;
      }
    },
    async save(value, version, isLeaving) {
      try {
        const request = { ...target, value: { ...value }, ...(version === undefined ? {} : { version }) };
        return (await call('saveDraft', request, { keepalive: isLeaving, asUser: userId })).version;
      } catch (error) {
        return isProblem(error, 'ERROR_CONFLICT') ? 'outdated' : undefined;
      }
    },
    later(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
}
