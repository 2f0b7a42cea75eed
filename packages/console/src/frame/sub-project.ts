import { useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { type OwnSubProject, useMe } from '../session/session.js';

const KEY = 'millrace.subProject';
const listeners = new Set<() => void>();

const readChosen = (): string => globalThis.localStorage?.getItem(KEY) ?? '';

/** Undefined: all sub-projects of the person. */
export function chooseSubProject(id: string | undefined): void {
  if (id === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, id);
  for (const listener of listeners) listener();
}

/** The sub-project that the person chose in the rail; undefined: all, or one that is no longer theirs. */
export function useSubProject(): OwnSubProject | undefined {
  const chosen = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readChosen);
  return useMe().subProjects.find(({ id }) => id === chosen);
}

type Names = Readonly<Record<string, unknown>>;

/** The sub-project that the page is a page of, such as a list of processes; undefined: the page is of none, as the inbox. */
export function usePageSubProject(): OwnSubProject | undefined {
  const id: unknown = useRouterState({ select: ({ matches }) => (matches.at(-1)?.params as Names)?.subProjectId });
  return useMe().subProjects.find((each) => each.id === id);
}

/**
 * The ids of the sub-projects that the page shows something of: what its address names, and where it names none, the choice of
 * the rail. In one text, separated by spaces, so that the same ids are the same value.
 */
export function useShownSubProjects(): string {
  const { subProjects } = useMe();
  const chosen = useSubProject();
  const named = useRouterState({
    select: ({ matches }) => {
      const { params, search } = (matches.at(-1) ?? {}) as { readonly params?: Names; readonly search?: Names };
      const [ofTask] = String(search?.task ?? '').split('.');
      const ofList = params?.subProjectId ?? search?.subProject ?? search?.project;
      return `${ofList ?? ''} ${ofTask}`;
    },
  });
  const [ofList, ofTask] = named.split(' ');
  const isOwn = (id: string | undefined) => subProjects.some((each) => each.id === id);
  const listed = isOwn(ofList) ? [ofList] : (chosen === undefined ? subProjects : [chosen]).map(({ id }) => id);
  return [...new Set([...listed, ...(isOwn(ofTask) ? [ofTask] : [])])].join(' ');
}
