import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../../api/queries.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { ConflictDialog } from '../edit/conflict-dialog.js';
import { useSave } from '../edit/use-save.js';
import { requestFilters, useList } from '../model/list-context.js';
import type { Process } from '../model/schema.js';
import styles from './board.module.css';
import { BoardColumn } from './board-column.js';

/** The list as columns by state or stage, with exact counts. A card is dragged, or moved by its menu. */
export function Board({ onTotal }: { onTotal(total: number): void }) {
  const { keys, schema, settings } = useList();
  const by = settings.groupBy === 'stageKey' ? 'stageKey' : 'state';
  const of = keys.get(by);
  const filters = requestFilters(schema.subProjectId, settings.filters);
  const counts = useQuery(read('countProcesses', { filters, by }));
  const { conflict, save, settle } = useSave({ movesRows: true });
  const [dragged, setDragged] = useState<Process>();
  const total = counts.data?.total;
  useEffect(() => {
    if (total !== undefined) onTotal(Number(total));
  }, [total, onTotal]);
  if (of === undefined) return null;
  if (counts.error !== null) return <ProblemView error={counts.error} onRetry={() => void counts.refetch()} />;
  const countOf = (value: string) => Number(counts.data?.counts.find((one) => one.value === value)?.count ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways
    <section className={styles.board} tabIndex={0} aria-label={of.label}>
      {of.values.map((value) => (
        <BoardColumn
          key={`${by} ${value}`}
          of={of}
          value={value}
          count={counts.data === undefined ? undefined : countOf(value)}
          dragged={dragged}
          onDrag={setDragged}
          onMove={(process, to) => save(process, of, to)}
        />
      ))}
      <ConflictDialog conflict={conflict} onSettle={settle} />
    </section>
  );
}
