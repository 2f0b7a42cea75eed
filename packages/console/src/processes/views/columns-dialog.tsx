import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button, IconButton } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Checkbox } from '../../ui/field/controls.js';
import { Segments } from '../../ui/tabs/segments.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import styles from './columns-dialog.module.css';

const densities = ['dense', 'default', 'roomy'] as const;

/** Which columns there are, in which order, and how high the rows are. It takes effect at once. */
export function ColumnsDialog({ onClose }: { onClose(): void }) {
  const m = messages.use();
  const { keys, columns, settings, change } = useList();
  const chosen = columns.map(({ key, width }) => ({ key: key.key, width }));
  const rest = [...keys.values()].filter(({ key }) => !chosen.some((column) => column.key === key));
  const move = (index: number, by: number) => {
    const next = [...chosen];
    const [moved] = next.splice(index, 1);
    if (moved !== undefined) next.splice(index + by, 0, moved);
    change({ columns: next });
  };
  return (
    <Dialog
      title={m.chooseColumns}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => change({ columns: [], density: 'default' })}>{m.columnsReset}</Button>
          <Button look="primary" onClick={onClose}>
            {m.close}
          </Button>
        </>
      }
    >
      <div className={styles.density}>
        <span className="label">{m.density}</span>
        <Segments
          label={m.density}
          items={densities.map((density) => ({ id: density, label: m.densityOf({ density }) }))}
          selected={settings.density}
          onSelect={(density) => change({ density })}
        />
      </div>
      <p className="t3 t12">{m.columnsHint}</p>
      <ul className={styles.list}>
        {columns.map(({ key }, index) => (
          <li key={key.key} className={styles.line}>
            <Checkbox
              checked
              disabled={columns.length === 1}
              onChange={() => change({ columns: chosen.filter((column) => column.key !== key.key) })}
            >
              {key.label}
            </Checkbox>
            <span className={styles.moves}>
              <IconButton
                icon={ArrowUp}
                size="small"
                label={m.moveUp({ label: key.label })}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconButton
                icon={ArrowDown}
                size="small"
                label={m.moveDown({ label: key.label })}
                disabled={index === columns.length - 1}
                onClick={() => move(index, 1)}
              />
            </span>
          </li>
        ))}
        {rest.map(({ key, label }) => (
          <li key={key} className={styles.line}>
            <Checkbox checked={false} onChange={() => change({ columns: [...chosen, { key }] })}>
              {label}
            </Checkbox>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
