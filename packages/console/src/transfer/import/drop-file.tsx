import { type DragEvent, useState } from 'react';
import { lookOf } from '../../ui/button/button.js';
import { Note } from '../../ui/feedback/note.js';
import { type CsvTable, readCsv, textOf } from '../csv/csv.js';
import { messages } from '../messages/index.gen.js';
import styles from '../transfer.module.css';

const MOST_BYTES = 10 * 1024 * 1024;

/** Takes a CSV file, dropped or chosen. */
export function DropFile({ onRead }: { onRead(name: string, table: CsvTable): void }) {
  const m = messages.use();
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | null | undefined) => {
    if (file === null || file === undefined) return;
    if (file.size > MOST_BYTES) return setProblem(m.tooLarge);
    const table = readCsv(await textOf(file));
    if (table === undefined || table.rows.length === 0) return setProblem(m.noCsv);
    onRead(file.name, table);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files.item(0));
  };
  return (
    <>
      <label
        className={`${styles.drop} ${isOver ? styles.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <b className="b6 t16">{m.drop}</b>
        <span className="t2">{m.dropText}</span>
        <input type="file" accept=".csv,text/csv" onChange={(event) => void take(event.target.files?.item(0))} />
        <span className={lookOf({})}>{m.choose}</span>
      </label>
      {problem !== undefined && <Note tone="failed">{problem}</Note>}
    </>
  );
}
