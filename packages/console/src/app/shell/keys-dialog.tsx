import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { RailEntry } from '../../frame/feature.js';
import { useKeys } from '../../frame/keys.js';
import { openPalette } from '../../frame/palette.js';
import { messages } from '../messages/index.gen.js';
import { useEntries } from './entries.js';

/** It comes when it is asked for. */
const KeysList = lazy(() => import('./keys-list.js').then(({ KeysList: component }) => ({ default: component })));

const listeners = new Set<() => void>();
let isOpen = false;

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

export const openKeys = (): void => set(true);
const closeKeys = (): void => set(false);

/** The keys of the frame, and the list of every key of the page, which `?` shows. */
export function KeysDialog() {
  const m = messages.use();
  const entries = useEntries();
  const isShown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
  const group = m.everywhere;
  useKeys([
    { keys: '?', label: m.showKeys, group, run: openKeys },
    { keys: 'mod+k', label: m.search, group, whileTyping: true, run: openPalette },
  ]);
  return (
    <>
      {entries.map((entry) => (
        <GoKey key={entry.to} entry={entry} group={group} />
      ))}
      {isShown && (
        <Suspense>
          <KeysList onClose={closeKeys} />
        </Suspense>
      )}
    </>
  );
}

/** The keys `g` and another one, which open the page of an entry. */
function GoKey({ entry: { key, to, useLabel }, group }: { entry: RailEntry; group: string }) {
  const m = messages.use();
  const navigate = useNavigate();
  const label = m.goTo({ name: useLabel() });
  useKeys(key === undefined ? [] : [{ keys: `g ${key}`, label, group, run: () => void navigate({ to }) }]);
  return null;
}
