import { X } from 'lucide-react';
import { IconButton } from '../../ui/button/button.js';
import { Facts } from '../../ui/table/facts.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import { type Process, valueIn } from '../model/schema.js';
import { Cell } from '../parts/cell.js';
import { nameOfRow } from '../parts/name-of-row.js';
import { ProcessLink } from '../parts/process-link.js';
import styles from './peek.module.css';

/** The process under the cursor beside the list: all of it that the list knows, also what is no column. */
export function Peek({ process, onClose }: { process: Process | undefined; onClose(): void }) {
  const m = messages.use();
  const { keys, columns, schema } = useList();
  if (process === undefined) return null;
  const shown = [...keys.values()].filter(({ key }) => (valueIn(process, key) ?? '') !== '');
  return (
    <aside className={styles.peek} aria-label={m.peek}>
      <div className={styles.head}>
        <h2 className="clip">{nameOfRow(process, columns[0]?.key)}</h2>
        <IconButton icon={X} size="small" label={m.close} shortcut="Esc" onClick={onClose} />
      </div>
      <ProcessLink subProjectId={schema.subProjectId} processId={process.id} isInTabOrder>
        {m.openPage}
      </ProcessLink>
      <Facts items={shown.map((key) => [key.label, <Cell key={key.key} of={key} process={process} />])} />
    </aside>
  );
}
