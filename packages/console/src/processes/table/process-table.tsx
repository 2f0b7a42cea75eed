import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useKeys } from '../../frame/keys.js';
import { Grid, GridRows } from '../../list/grid.js';
import { isSelected, type Selection, withRows } from '../../list/selection.js';
import { useIsPhone } from '../../list/use-is-phone.js';
import { useStable } from '../../list/use-stable.js';
import { useWindow } from '../../list/use-window.js';
import { pagesOf } from '../../list/window.js';
import { Button } from '../../ui/button/button.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { ConflictDialog } from '../edit/conflict-dialog.js';
import { useSave } from '../edit/use-save.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import type { Process } from '../model/schema.js';
import { PAGE, useRows, useTotal } from '../model/use-rows.js';
import { useOpenProcess } from '../parts/process-link.js';
import { ColumnsHead } from './columns-head.js';
import { NothingHere } from './nothing-here.js';
import { Peek } from './peek.js';
import peek from './peek.module.css';
import { ProcessCard } from './process-card.js';
import { mayEdit, ProcessRow } from './process-row.js';
import styles from './table.module.css';
import { TableFoot } from './table-foot.js';

const rowHeights = { dense: 28, default: 36, roomy: 44 } as const;
const CARD = 64;
const HEAD = 32;
const CHECK = 44;

export interface ProcessTableProps {
  readonly total: number | undefined;
  readonly selection: Selection;
  onSelection(selection: Selection): void;
  onTotal(total: number | undefined): void;
}

/** The list as a table: rows are drawn where one looks, and read in pages around them. */
export function ProcessTable({ total, selection, onSelection, onTotal }: ProcessTableProps) {
  const m = messages.use();
  const list = useList();
  const { columns, settings, schema } = list;
  const isPhone = useIsPhone();
  const rowHeight = isPhone ? CARD : rowHeights[settings.density];
  const [cursor, setCursor] = useState({ row: -1, column: 0 });
  const [isEditing, setEditing] = useState(false);
  const isHeld = useRef(false);
  const [isPeeking, setPeeking] = useState(false);
  const count = total ?? 0;
  const { ref, shown, isDown, onScroll, show } = useWindow(count, rowHeight, isPhone ? 0 : HEAD);
  const rows = useRows(pagesOf(shown, Math.max(count, 1), PAGE, isDown));
  const { conflict, save, settle } = useSave();
  const open = useOpenProcess(schema.subProjectId);
  const present = useTotal(settings.filters, true);
  const newer = present === undefined || total === undefined ? 0 : present - total;
  useEffect(() => onTotal(rows.total), [onTotal, rows.total]);

  const current = rows.rowAt(cursor.row);
  const go = (row: number, column = cursor.column): void => {
    if (count === 0) return;
    const next = {
      row: Math.min(count - 1, Math.max(0, row)),
      column: Math.min(columns.length - 1, Math.max(0, column)),
    };
    setCursor(next);
    setEditing(false);
    show(next.row);
  };
  const focusGrid = () => ref.current?.focus({ preventScroll: true });
  const showNewer = (): void => {
    rows.retry();
    go(0);
  };
  const loaded = Array.from({ length: Math.max(0, shown.to - shown.from) }, (_, index) =>
    rows.rowAt(shown.from + index),
  );
  const ids = loaded.flatMap((process) => (process === undefined ? [] : [process.id]));
  const select = useStable((process: Process, isOn: boolean) => onSelection(withRows(selection, [process.id], isOn)));
  const selectAll = useStable((isOn: boolean) => onSelection(withRows(selection, ids, isOn)));
  const saveCell = useStable(save);
  const moveCursor = useStable((row: number, column: number) => {
    if (!isHeld.current) setCursor({ row, column });
  });
  const hold = useStable((isOn: boolean) => {
    isHeld.current = isOn;
  });
  const edit = useStable((isOn: boolean) => {
    if (isOn && isHeld.current) return;
    setEditing(isOn);
    if (!isOn) focusGrid();
  });
  const step = (by: number): void => {
    go(cursor.row + by);
    focusGrid();
  };
  const group = m.title;
  useKeys([
    { keys: 'j', label: m.list, group, run: () => step(1) },
    { keys: 'k', label: m.list, group, run: () => step(-1) },
    {
      keys: 'x',
      label: m.select,
      group,
      run: () => current !== undefined && select(current, !isSelected(selection, current.id)),
    },
  ]);

  /** Edits the cell under the cursor, or opens the process. */
  const enter = (process: Process): void => {
    const of = columns[cursor.column]?.key;
    if (of !== undefined && cursor.column > 0 && mayEdit(process, of)) setEditing(true);
    else open(process.id);
  };

  const closePeek = (): void => {
    setPeeking(false);
    focusGrid();
  };
  const togglePeek = (): void => {
    setPeeking(!isPeeking);
    if (current === undefined) go(0);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((ref.current?.clientHeight ?? 0) / rowHeight) - 1);
    const { row, column } = cursor;
    const places: Readonly<Record<string, readonly [row: number, column: number]>> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      PageDown: [row + page, column],
      PageUp: [row - page, column],
      Home: [0, column],
      End: [count - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
    };
    const place = places[event.key];
    if (place !== undefined) go(...place);
    else if (event.key === ' ') togglePeek();
    else if (event.key === 'Escape' && isPeeking) closePeek();
    else if (event.key === 'Enter' && current !== undefined) enter(current);
    else return;
    event.preventDefault();
  };

  if (rows.error !== null && rows.total === undefined) return <ProblemView error={rows.error} onRetry={rows.retry} />;
  if (rows.total === 0) return <NothingHere />;
  const template = `${CHECK}px ${columns
    .map(({ width }, index) => (index === 0 ? `minmax(${width}px, 1fr)` : `${width}px`))
    .join(' ')}`;
  const selected = ids.filter((id) => isSelected(selection, id)).length;
  return (
    <div className={styles.pane}>
      {(newer > 0 || rows.hasMoved) && (
        <Button className={styles.newer} size="small" icon={ArrowUp} onClick={showNewer}>
          {newer > 0 ? m.newer({ count: newer }) : m.rowsMoved}
        </Button>
      )}
      <div className={peek.split}>
        <Grid
          ref={ref}
          className={styles.scroller}
          aria-label={m.list}
          aria-rowcount={count + 1}
          aria-multiselectable="true"
          aria-busy={rows.total === undefined}
          aria-activedescendant={current === undefined || isPhone ? undefined : `cell-${cursor.row}-${cursor.column}`}
          onScroll={onScroll}
          onKeyDown={onKeyDown}
        >
          {!isPhone && (
            <GridRows>
              <ColumnsHead
                template={template}
                isAll={ids.length > 0 && selected === ids.length}
                isSome={selected > 0}
                onSelectAll={selectAll}
              />
            </GridRows>
          )}
          <GridRows className={styles.body} style={{ height: shown.height }}>
            {loaded.map((process, offset) => {
              const index = shown.from + offset;
              const place = { index, top: shown.top + offset * rowHeight, height: rowHeight, process };
              if (isPhone) return <ProcessCard key={index} {...place} />;
              return (
                <ProcessRow
                  key={index}
                  {...place}
                  template={template}
                  isSelected={process !== undefined && isSelected(selection, process.id)}
                  cursor={cursor.row === index ? cursor.column : undefined}
                  isEditing={isEditing && cursor.row === index}
                  save={saveCell}
                  onSelect={select}
                  onCursor={moveCursor}
                  onHold={hold}
                  onEdit={edit}
                />
              );
            })}
          </GridRows>
        </Grid>
        {isPeeking && !isPhone && <Peek process={current} onClose={closePeek} />}
      </div>
      <TableFoot shown={shown} total={count} rows={count <= PAGE ? rows : undefined} />
      <ConflictDialog conflict={conflict} onSettle={settle} />
    </div>
  );
}
