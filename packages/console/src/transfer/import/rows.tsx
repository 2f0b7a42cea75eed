import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button/button.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import type { CsvTable } from '../csv/csv.js';
import type { Target } from '../csv/mapping.js';
import { messages } from '../messages/index.gen.js';
import styles from '../transfer.module.css';
import { MOST_ERRORS, useImport } from './use-import.js';

export interface RowsProps {
  readonly subProjectId: string;
  readonly table: CsvTable;
  readonly targets: readonly Target[];
  onAgain(): void;
}

/** What the check of the rows found, to be corrected; then the import, and what came of it. */
export function Rows({ subProjectId, table, targets, onAgain }: RowsProps) {
  const m = messages.use();
  const [isChanged, setChanged] = useState(false);
  const { rows, errors, problem, created, isBusy, ...deeds } = useImport(subProjectId, table);
  const labelOf = (key: string) => targets.find((target) => target.key === key)?.label ?? key;
  const again = <Button onClick={onAgain}>{m.again}</Button>;
  const check = () => {
    setChanged(false);
    deeds.check();
  };
  if (created !== undefined) {
    return (
      <>
        <div role="status">
          <Note tone="accent">
            <b>{m.created({ count: created })}</b>{' '}
            {rows.length < table.rows.length && m.dropped({ count: table.rows.length - rows.length })}
          </Note>
        </div>
        {again}
      </>
    );
  }
  if (errors === undefined) {
    return problem === undefined ? (
      <SkeletonRows count={3} />
    ) : (
      <Failed error={problem} onRetry={check} again={again} />
    );
  }
  const wrong = new Map(errors.map(({ row, detail }) => [row, detail]));
  return (
    <>
      <div role="status">
        {wrong.size === 0 ? (
          <Note tone={isChanged ? 'waiting' : 'accent'}>{m.checked({ count: rows.length })}</Note>
        ) : (
          <Note tone="waiting">
            {errors.length < MOST_ERRORS ? m.wrong({ count: wrong.size }) : m.wrongMost({ count: wrong.size })}
          </Note>
        )}
      </div>
      {rows
        .filter(({ row }) => wrong.has(row))
        .map(({ row, cells }) => (
          <section key={row} className={styles.wrong} aria-label={m.row({ row: row + 2 })}>
            <div className="row">
              <b className="b5 t13">{m.row({ row: row + 2 })}</b>
              <Button size="small" look="quiet" className="end" onClick={() => deeds.leaveOut(row)}>
                {m.leaveOutRow({ row: row + 2 })}
              </Button>
            </div>
            <div className="t13 danger-t">{wrong.get(row)}</div>
            <div className={styles.cells}>
              {table.columns.map((column, at) => (
                <Field key={column} label={labelOf(column)}>
                  {(ids) => (
                    <TextInput
                      {...ids}
                      value={cells[at] ?? ''}
                      onChange={(event) => {
                        setChanged(true);
                        deeds.correct(row, at, event.target.value);
                      }}
                    />
                  )}
                </Field>
              ))}
            </div>
          </section>
        ))}
      {problem !== undefined && <ProblemView error={problem} onRetry={check} />}
      <div className={styles.buttons}>
        {again}
        {wrong.size > 0 || isChanged ? (
          <Button look="primary" isBusy={isBusy} onClick={check}>
            {m.checkAgain}
          </Button>
        ) : (
          rows.length > 0 && (
            <Button look="primary" isBusy={isBusy} onClick={deeds.start}>
              {m.importCount({ count: rows.length })}
            </Button>
          )
        )}
      </div>
    </>
  );
}

const Failed = ({ error, onRetry, again }: { error: unknown; onRetry(): void; again: ReactNode }) => (
  <>
    <ProblemView error={error} onRetry={onRetry} />
    {again}
  </>
);
