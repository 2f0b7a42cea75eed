import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerOf, call } from '../../api/call.js';
import { ProblemError } from '../../api/problem.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { messages } from '../messages/index.gen.js';
import { requestFilters, useList } from '../model/list-context.js';
import { type ListKey, type Process, valueIn } from '../model/schema.js';
import { INCLUDE } from '../model/use-rows.js';

/** A value that was saved by somebody else in between. */
export interface Conflict {
  readonly of: ListKey;
  /** As it is now. */
  readonly process: Process;
  readonly before: unknown;
  readonly yours: unknown;
}

type Page = AnswerOf<'getProcess'>;
const PRECONDITION_FAILED = 412;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The process with another value of a key. */
function withValue(process: Process, of: ListKey, value: unknown): Process {
  if (!of.key.startsWith('fields.')) return { ...process, [of.key]: value };
  return { ...process, fields: { ...process.fields, [of.key.slice('fields.'.length)]: value } };
}

/**
 * Saves values of processes on the version that was read. When somebody else has changed the process meanwhile, but not this
 * value, it is saved on the new version; when they changed this value, the person decides.
 *
 * @param movesRows whether a saved process belongs elsewhere, as on a board: lists are then read again
 */
export function useSave({ movesRows = false }: { readonly movesRows?: boolean } = {}) {
  const m = messages.use();
  const { schema, learn } = useList();
  const queries = useQueryClient();
  const [conflict, setConflict] = useState<Conflict>();

  const show = (process: Process): void => {
    queries.setQueriesData<Page>({ queryKey: ['getProcess'] }, (page) =>
      page === undefined || !page.processes.some(({ id }) => id === process.id)
        ? undefined
        : { ...page, processes: page.processes.map((one) => (one.id === process.id ? { ...one, ...process } : one)) },
    );
  };

  const readAgain = async (process: Process): Promise<Process> => {
    const { processes, names } = await call('getProcess', {
      page: '1',
      perPageCount: '1',
      filters: requestFilters(schema.subProjectId, { id: process.id }),
      include: INCLUDE,
    });
    learn(names);
    return processes[0] ?? process;
  };

  const send = async (process: Process, of: ListKey, value: unknown, before: unknown): Promise<void> => {
    const updates = { [of.updates ?? '']: value };
    const options = process.version === undefined ? {} : { ifMatch: process.version };
    try {
      await call('updateProcessField', { subProjectId: schema.subProjectId, processId: process.id, updates }, options);
    } catch (error) {
      const isOld = error instanceof ProblemError && error.status === PRECONDITION_FAILED;
      const now = isOld ? await readAgain(process).catch(() => undefined) : undefined;
      if (now === undefined) {
        show(withValue(process, of, before));
        showFailure(error, (reason) => m.cellFailed({ label: of.label, reason }));
        return;
      }
      show(now);
      if (isSame(valueIn(now, of.key), before)) return send(now, of, value, before);
      setConflict({ of, process: now, before, yours: value });
      return;
    }
    showToast({ text: m.cellSaved({ label: of.label }) });
    void queries.invalidateQueries({ queryKey: ['countProcesses'] });
    const now = await readAgain(process).catch(() => undefined);
    if (now !== undefined) show(now);
    // It is saved, but not known as it is now; or it belongs elsewhere.
    if (now === undefined || movesRows) void queries.invalidateQueries({ queryKey: ['getProcess'] });
  };

  return {
    conflict,
    /** Shows the value at once, and saves it. */
    save: (process: Process, of: ListKey, value: unknown): void => {
      const before = valueIn(process, of.key);
      if (isSame(before, value)) return;
      show(withValue(process, of, value));
      void send(process, of, value, before);
    },
    /** Ends a conflict: with one's own value, or with theirs. */
    settle: (keepMine: boolean): void => {
      setConflict(undefined);
      if (conflict === undefined || !keepMine) return;
      const { process, of, yours } = conflict;
      show(withValue(process, of, yours));
      void send(process, of, yours, valueIn(process, of.key));
    },
  };
}

export type Save = ReturnType<typeof useSave>['save'];
