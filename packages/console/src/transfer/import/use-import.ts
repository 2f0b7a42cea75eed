import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../api/call.js';
import { invalidate } from '../../api/queries.js';
import { type CsvTable, writeCsv } from '../csv/csv.js';

/** A row that the server refuses, by its place among the rows that were read. */
export interface RowError {
  readonly row: number;
  readonly detail: string;
}

/** The server names at most so many rows. */
export const MOST_ERRORS = 100;

/** The rows of an import: corrections, rows that are left out, what a check found, and the import itself. */
export function useImport(subProjectId: string, table: CsvTable) {
  const queries = useQueryClient();
  const [rows, setRows] = useState(() => table.rows.map((cells, row) => ({ row, cells })));
  const [errors, setErrors] = useState<readonly RowError[]>();
  const [problem, setProblem] = useState<unknown>();
  const [created, setCreated] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  // One key for one content: sent again after a lost answer it is the same import.
  const key = useRef({ text: '', id: '' });

  const send = async (dryRun: boolean): Promise<void> => {
    if (isBusy || rows.length === 0) return;
    setBusy(true);
    setProblem(undefined);
    const { text, lines } = writeCsv({ columns: table.columns, rows: rows.map(({ cells }) => cells) });
    if (key.current.text !== text) key.current = { text, id: crypto.randomUUID() };
    try {
      const request = { subProjectId, format: 'csv' as const, content: text, dryRun };
      const answer = await call('importProcesses', request, dryRun ? {} : { idempotencyKey: key.current.id });
      if (dryRun) {
        setErrors(answer.errors.map(({ line, detail }) => ({ row: rows[lines.indexOf(line)]?.row ?? -1, detail })));
      } else {
        setCreated(Number(answer.created));
        await invalidate(queries, 'importProcesses');
      }
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const checkFirst = useEffectEvent(() => void send(true));
  useEffect(() => checkFirst(), []);
  return {
    rows,
    errors,
    problem,
    created,
    isBusy,
    check: () => void send(true),
    start: () => void send(false),
    correct: (row: number, column: number, text: string) =>
      setRows((before) =>
        before.map((one) =>
          one.row === row ? { row, cells: one.cells.map((cell, at) => (at === column ? text : cell)) } : one,
        ),
      ),
    leaveOut: (row: number) => {
      setRows((before) => before.filter((one) => one.row !== row));
      setErrors((before) => before?.filter((one) => one.row !== row));
    },
  };
}
