import { Button } from '../../ui/button/button.js';
import { Note } from '../../ui/feedback/note.js';
import { Select } from '../../ui/field/controls.js';
import type { CsvTable } from '../csv/csv.js';
import type { Target } from '../csv/mapping.js';
import { messages } from '../messages/index.gen.js';
import styles from '../transfer.module.css';

const SHOWN = 3;

const nameOf = (column: string, index: number): string => (column === '' ? String(index + 1) : column);

export interface MapColumnsProps {
  readonly table: CsvTable;
  readonly targets: readonly Target[];
  readonly mapping: readonly string[];
  onChange(mapping: readonly string[]): void;
  onDone(): void;
  onAgain(): void;
}

/** Which field each column of the file becomes. */
export function MapColumns({ table, targets, mapping, onChange, onDone, onAgain }: MapColumnsProps) {
  const m = messages.use();
  const missing = targets.filter(({ key, isRequired }) => isRequired && !mapping.includes(key));
  const set = (index: number, key: string) => onChange(mapping.map((one, at) => (at === index ? key : one)));
  return (
    <>
      <div className={styles.map}>
        {table.columns.map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name
          <div key={index} className={styles.pair}>
            <b className="b5">{nameOf(column, index)}</b>
            <span className={styles.sample}>
              <span className="vh">{m.firstRows}</span>{' '}
              {table.rows
                .slice(0, SHOWN)
                .map((row) => row[index])
                .filter((cell) => cell !== '')
                .join(' · ')}
            </span>
            <Select
              aria-label={`${m.into}: ${nameOf(column, index)}`}
              value={mapping[index] ?? ''}
              onChange={(event) => set(index, event.target.value)}
            >
              <option value="">{m.leaveOut}</option>
              {targets.map(({ key, label }) => (
                <option key={key} value={key} disabled={mapping.includes(key) && mapping[index] !== key}>
                  {label}
                </option>
              ))}
            </Select>
          </div>
        ))}
      </div>
      {missing.length > 0 && (
        <Note tone="waiting">{m.missing({ names: missing.map(({ label }) => label).join(', ') })}</Note>
      )}
      <div className={styles.buttons}>
        <Button onClick={onAgain}>{m.again}</Button>
        <Button
          look="primary"
          aria-disabled={missing.length > 0 || mapping.every((key) => key === '')}
          onClick={() => missing.length === 0 && mapping.some((key) => key !== '') && onDone()}
        >
          {m.check}
        </Button>
      </div>
    </>
  );
}
