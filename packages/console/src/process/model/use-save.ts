import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { isProblem } from '../../api/problem.js';
import { invalidate, read } from '../../api/queries.js';
import { memberOf, sameValue } from './members.js';
import { processRequest } from './process-request.js';
import type { Process, ShownProcess } from './use-process.js';

/** Somebody else has changed the same member meanwhile: three values to choose from. */
export interface Conflict {
  readonly name: string;
  readonly before: unknown;
  readonly theirs: unknown;
  readonly yours: unknown;
}

export interface Save {
  readonly isSaving: boolean;
  readonly conflict: Conflict | undefined;
  /** Saves a member of the process, null clears it. Rejects with the error of the server; a conflict is shown instead. */
  save(name: string, value: unknown, before: unknown): Promise<void>;
  /** Ends a conflict: the own value is saved over the other one, or it stays. */
  resolve(keepsOwn: boolean): Promise<void>;
}

const ATTEMPTS = 4;

/**
 * Saves one member with the version that was read. When another version is there by now, the change is made on it, as long as
 * it did not touch the same member: then the person decides.
 */
export function useSave({ schema, process }: ShownProcess): Save {
  const queries = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const { subProjectId } = schema;
  const request = read('getProcess', processRequest(subProjectId, process.id));

  const latest = async (): Promise<Process | undefined> => {
    await queries.invalidateQueries({ queryKey: request.queryKey, refetchType: 'none' });
    return (await queries.fetchQuery(request)).processes[0];
  };
  const send = async (name: string, value: unknown, before: unknown): Promise<Conflict | undefined> => {
    // The page may have been refreshed since the editing began, so the version alone proves nothing.
    let current = queries.getQueryData(request.queryKey)?.processes[0] ?? process;
    for (let attempt = 1; ; attempt += 1) {
      const theirs = memberOf(current, name);
      if (!sameValue(theirs, before)) return { name, before, theirs, yours: value };
      try {
        const updates = { [name]: value ?? null };
        const ifMatch = current.version;
        await call('updateProcessField', { subProjectId, processId: process.id, updates }, { ifMatch });
        await invalidate(queries, 'updateProcessField');
        return undefined;
      } catch (error) {
        if (!isProblem(error) || error.status !== 412 || attempt === ATTEMPTS) throw error;
        current = (await latest()) ?? current;
      }
    }
  };
  const save = async (name: string, value: unknown, before: unknown): Promise<void> => {
    setSaving(true);
    try {
      setConflict(await send(name, value, before));
    } finally {
      setSaving(false);
    }
  };
  return {
    isSaving,
    conflict,
    save,
    resolve: async (keepsOwn) => {
      setConflict(undefined);
      if (keepsOwn && conflict !== undefined) await save(conflict.name, conflict.yours, conflict.theirs);
    },
  };
}
