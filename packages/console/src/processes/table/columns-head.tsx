import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react';
import { GridHead, GridRow } from '../../list/grid.js';
import { Checkbox } from '../../ui/field/controls.js';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import type { Kind, ListKey } from '../model/schema.js';
import { nextSort } from '../model/search.js';
import styles from './table.module.css';

const beginDescending: ReadonlySet<Kind> = new Set(['number', 'instant', 'priority']);
const STEP = 16;
const NARROWEST = 60;
const WIDEST = 1000;

export interface ColumnsHeadProps {
  readonly template: string;
  readonly isAll: boolean;
  readonly isSome: boolean;
  onSelectAll(isOn: boolean): void;
}

function Heads({ template, isAll, isSome, onSelectAll }: ColumnsHeadProps) {
  const m = messages.use();
  const { columns } = useList();
  return (
    <GridRow className={styles.head} style={{ gridTemplateColumns: template }} aria-rowindex={1}>
      <GridHead className={styles.check}>
        <Checkbox
          checked={isAll}
          ref={(input) => {
            if (input !== null) input.indeterminate = isSome && !isAll;
          }}
          onChange={({ target }) => onSelectAll(target.checked)}
        >
          <span className="vh">{m.selectAll}</span>
        </Checkbox>
      </GridHead>
      {columns.map(({ key, width }) => (
        <Head key={key.key} of={key} width={width} />
      ))}
    </GridRow>
  );
}

/** The heads of the columns: they order the list and have an edge to drag. */
export const ColumnsHead = memo(Heads);

function Head({ of, width }: { of: ListKey; width: number }) {
  const { settings, change } = useList();
  const [first = ''] = settings.sort.split(',');
  const direction = first === of.key ? 'ascending' : first === `-${of.key}` ? 'descending' : undefined;
  const isSortable = !['clocks', 'file', 'other', 'user'].includes(of.kind);
  return (
    <GridHead
      className={`${styles.headCell} ${of.kind === 'number' ? styles.figure : ''}`}
      aria-sort={isSortable ? (direction ?? 'none') : undefined}
    >
      {isSortable ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => change({ sort: nextSort(settings.sort, of.key, beginDescending.has(of.kind)) })}
        >
          <span className="clip">{of.label}</span>
          {direction !== undefined && <Icon of={direction === 'ascending' ? ArrowUp : ArrowDown} size={12} />}
        </button>
      ) : (
        <span className="clip">{of.label}</span>
      )}
      <Edge of={of} width={width} />
    </GridHead>
  );
}

/** The edge of a column: it is dragged, or moved with the arrow keys. */
function Edge({ of, width }: { of: ListKey; width: number }) {
  const m = messages.use();
  const { columns, change } = useList();
  const drag = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const resize = (next: number): void => {
    const fitting = Math.round(Math.min(WIDEST, Math.max(NARROWEST, next)));
    change({
      columns: columns.map((column) => ({
        key: column.key.key,
        width: column.key.key === of.key ? fitting : column.width,
      })),
    });
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current !== undefined) resize(drag.current.width + event.clientX - drag.current.x);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    resize(width + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line of a table cannot be moved
    <div
      role="separator"
      className={styles.resize}
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={m.resize({ label: of.label })}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = undefined;
      }}
      onKeyDown={onKeyDown}
    />
  );
}
