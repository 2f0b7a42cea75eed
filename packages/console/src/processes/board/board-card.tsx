import { EllipsisVertical } from 'lucide-react';
import { IconButton } from '../../ui/button/button.js';
import { Menu } from '../../ui/menu/menu.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import { humanize, type ListKey, type Process } from '../model/schema.js';
import { Cell } from '../parts/cell.js';
import { nameOfRow } from '../parts/name-of-row.js';
import { ProcessLink } from '../parts/process-link.js';
import styles from './board.module.css';
import { targetsOf } from './targets.js';

export interface BoardCardProps {
  readonly of: ListKey;
  readonly process: Process;
  onDrag(process: Process | undefined): void;
  onMove(process: Process, to: string): void;
}

/** A process on the board. */
export function BoardCard({ of, process, onDrag, onMove }: BoardCardProps) {
  const m = messages.use();
  const { columns, schema } = useList();
  const targets = targetsOf(process, of);
  const [first, ...others] = columns.filter(({ key }) => key.key !== of.key);
  const details = others
    .filter(({ key }) => ['number', 'user', 'priority', 'date', 'clocks'].includes(key.kind))
    .slice(0, 4);
  const labelOf = (value: string) =>
    schema.stages.values.find(({ key }) => of.kind === 'stage' && key === value)?.name ?? humanize(value);
  return (
    <article
      className={styles.card}
      draggable={targets.length > 0}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', process.id);
        onDrag(process);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <span className="clip">
        <ProcessLink subProjectId={schema.subProjectId} processId={process.id} isInTabOrder>
          {first === undefined ? process.id : <Cell of={first.key} process={process} />}
        </ProcessLink>
      </span>
      {targets.length > 0 && (
        <Menu
          label={m.moveTo}
          entries={[
            { kind: 'heading', id: 'heading', label: m.moveTo },
            ...targets.map((to) => ({ id: to, label: labelOf(to), run: () => onMove(process, to) })),
          ]}
        >
          {(trigger) => (
            <IconButton
              {...trigger}
              icon={EllipsisVertical}
              size="small"
              label={`${m.move}: ${nameOfRow(process, first?.key)}`}
            />
          )}
        </Menu>
      )}
      {details.map(({ key }) => (
        <span key={key.key} className="t2 t12 clip">
          <Cell of={key} process={process} />
        </span>
      ))}
    </article>
  );
}
