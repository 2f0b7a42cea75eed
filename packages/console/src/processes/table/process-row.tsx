import { memo } from 'react';
import { GridCell, GridRow } from '../../list/grid.js';
import { Checkbox } from '../../ui/field/controls.js';
import { CellEditor } from '../edit/cell-editor.js';
import { isEditable } from '../edit/choices.js';
import type { Save } from '../edit/use-save.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import type { ListKey, Process } from '../model/schema.js';
import { Cell } from '../parts/cell.js';
import { nameOfRow } from '../parts/name-of-row.js';
import { ProcessLink } from '../parts/process-link.js';
import styles from './table.module.css';

export interface ProcessRowProps {
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly template: string;
  readonly process: Process | undefined;
  readonly isSelected: boolean;
  /** The column of the cursor in this row; undefined: it is elsewhere. */
  readonly cursor: number | undefined;
  readonly isEditing: boolean;
  readonly save: Save;
  onSelect(process: Process, isOn: boolean): void;
  onCursor(index: number, column: number): void;
  onEdit(isEditing: boolean): void;
  /** The value that is typed cannot be saved: its cell stays open. */
  onHold(isHeld: boolean): void;
}

/** Whether the person may change a value of this process here. */
export const mayEdit = (process: Process, of: ListKey): boolean =>
  isEditable(of) && (process.allowed?.updates ?? []).includes(of.updates ?? '');

function Row(props: ProcessRowProps) {
  const m = messages.use();
  const { columns, schema } = useList();
  const { index, top, height, template, process, isSelected, cursor, isEditing, save } = props;
  const place = { top, height, gridTemplateColumns: template };
  if (process === undefined) {
    return (
      <div className={styles.row} style={place} aria-hidden="true">
        <span />
        {columns.map(({ key }) => (
          <span key={key.key} className={styles.cell}>
            <span className={styles.waiting} />
          </span>
        ))}
      </div>
    );
  }
  const name = nameOfRow(process, columns[0]?.key);
  return (
    <GridRow
      id={`row-${index}`}
      className={`${styles.row} ${cursor === undefined ? '' : styles.current} ${isEditing ? styles.open : ''}`}
      style={place}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
    >
      <GridCell className={styles.check}>
        <Checkbox checked={isSelected} tabIndex={-1} onChange={({ target }) => props.onSelect(process, target.checked)}>
          <span className="vh">{m.selectRow({ name })}</span>
        </Checkbox>
      </GridCell>
      {columns.map(({ key }, column) => {
        const isHere = cursor === column;
        const isOpen = isHere && isEditing;
        return (
          <GridCell
            key={key.key}
            id={`cell-${index}-${column}`}
            className={`${styles.cell} ${column === 0 ? styles.first : ''} ${key.kind === 'number' ? styles.figure : 'clip'} ${
              isHere && column > 0 && !isOpen ? styles.currentCell : ''
            } ${isOpen ? styles.editing : ''}`}
            onClick={() => props.onCursor(index, column)}
            onDoubleClick={() => mayEdit(process, key) && props.onEdit(true)}
          >
            {isOpen ? (
              <CellEditor
                of={key}
                process={process}
                save={save}
                onClose={() => props.onEdit(false)}
                onHold={props.onHold}
              />
            ) : column === 0 ? (
              <ProcessLink subProjectId={schema.subProjectId} processId={process.id}>
                <Cell of={key} process={process} />
              </ProcessLink>
            ) : (
              <Cell of={key} process={process} />
            )}
          </GridCell>
        );
      })}
    </GridRow>
  );
}

export const ProcessRow = memo(Row);
