import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { read } from '../../api/queries.js';
import { figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { messages } from '../messages/index.gen.js';
import { withCondition } from '../model/conditions.js';
import { requestFilters, useList } from '../model/list-context.js';
import { type ListKey, type Process, valueIn } from '../model/schema.js';
import { INCLUDE } from '../model/use-rows.js';
import { Value } from '../parts/cell.js';
import styles from './board.module.css';
import { BoardCard } from './board-card.js';
import { targetsOf } from './targets.js';

const MOST_CARDS = 50;

export interface BoardColumnProps {
  readonly of: ListKey;
  readonly value: string;
  readonly count: number | undefined;
  readonly dragged: Process | undefined;
  onDrag(process: Process | undefined): void;
  onMove(process: Process, to: string): void;
}

/** The processes of one state or stage: the first of them, and how many there are. */
export function BoardColumn({ of, value, count, dragged, onDrag, onMove }: BoardColumnProps) {
  const m = messages.use();
  const locale = useLocale();
  const { schema, settings, change, learn } = useList();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const filters = { and: [settings.filters, { [of.key]: value }] };
  const { data } = useQuery({
    ...read('getProcess', {
      page: '1',
      perPageCount: String(MOST_CARDS),
      filters: requestFilters(schema.subProjectId, filters),
      sort: settings.sort,
      include: INCLUDE,
    }),
    enabled: count !== 0,
  });
  learn(data?.names);
  // A card that was just moved is where it is now, until the list is read again.
  const cards = (data?.processes ?? []).filter((process) => valueIn(process, of.key) === value);
  const isTarget = dragged !== undefined && targetsOf(dragged, of).includes(value);
  const isHome = dragged !== undefined && valueIn(dragged, of.key) === value;
  const look = dragged === undefined || isHome ? '' : isTarget ? styles.open : styles.closed;
  return (
    <section
      className={`${styles.column} ${look} ${isOver && isTarget ? styles.over : ''}`}
      aria-labelledby={id}
      data-target={isTarget}
      onDragOver={(event) => {
        if (!isTarget) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (dragged !== undefined && isTarget) onMove(dragged, value);
        onDrag(undefined);
      }}
    >
      <h2 id={id} className={styles.head}>
        <Value of={of} value={value} />
        <span className="t3 num">{count === undefined ? '' : figure(count, locale)}</span>
      </h2>
      <div className={styles.cards}>
        {count === 0 && <p className={styles.none}>{m.boardEmpty}</p>}
        {count !== 0 && data === undefined && <SkeletonRows count={3} />}
        {cards.map((process) => (
          <BoardCard key={process.id} of={of} process={process} onDrag={onDrag} onMove={onMove} />
        ))}
        {count !== undefined && count > MOST_CARDS && (
          <button
            type="button"
            className={`acc-t ${styles.more}`}
            onClick={() =>
              change({
                grouping: 'table',
                filters: withCondition(settings.filters, { key: of.key, operator: 'in', value: [value] }),
              })
            }
          >
            {m.showAll({ count: figure(count, locale) })}
          </button>
        )}
      </div>
    </section>
  );
}
