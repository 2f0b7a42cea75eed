import { memo } from 'react';
import { GridCell, GridRow } from '../../list/grid.js';
import { useList } from '../model/list-context.js';
import type { Process } from '../model/schema.js';
import { Cell } from '../parts/cell.js';
import { openOf } from '../parts/clocks-cell.js';
import { ProcessLink } from '../parts/process-link.js';
import styles from './table.module.css';

function Card({
  process,
  top,
  height,
  index,
}: {
  process: Process | undefined;
  top: number;
  height: number;
  index: number;
}) {
  const { columns, keys, schema } = useList();
  const place = { top, height };
  if (process === undefined) return <div className={styles.card} style={place} aria-hidden="true" />;
  const first = columns[0]?.key;
  const figure = columns.find(({ key }) => key.kind === 'number')?.key;
  const state = keys.get('state');
  const changed = keys.get(openOf(process.clocks ?? []).length > 0 ? 'clocks' : 'updatedTs');
  return (
    <GridRow className={styles.card} style={place} aria-rowindex={index + 2}>
      <GridCell className="clip">
        <ProcessLink subProjectId={schema.subProjectId} processId={process.id}>
          {first === undefined ? process.id : <Cell of={first} process={process} />}
        </ProcessLink>
      </GridCell>
      <GridCell className="b5">{figure !== undefined && <Cell of={figure} process={process} />}</GridCell>
      <GridCell className="clip">{state !== undefined && <Cell of={state} process={process} />}</GridCell>
      <GridCell className="t3 t12">{changed !== undefined && <Cell of={changed} process={process} />}</GridCell>
    </GridRow>
  );
}

/** A process on a phone: its first column, its first figure, state and when it is due, or its age. */
export const ProcessCard = memo(Card);
