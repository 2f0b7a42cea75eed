import { ArrowDown, ArrowUp, ChevronRight, CircleAlert, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../../ui/button/button.js';
import { Icon } from '../../../ui/icon/icon.js';
import styles from '../document.module.css';
import { messages } from '../messages/index.gen.js';

/** What the server says of a place. */
export const Faults = ({ of }: { readonly of: readonly string[] }) =>
  of.length === 0 ? null : (
    <ul className={styles.faults}>
      {of.map((fault) => (
        <li key={fault} className="danger-t t12">
          <Icon of={CircleAlert} size={12} />
          <span>{fault}</span>
        </li>
      ))}
    </ul>
  );

export interface EntryProps {
  /** What people call it. */
  readonly name: string;
  /** Stands beside its name. */
  readonly detail?: ReactNode;
  readonly faults: readonly string[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  onMove(by: -1 | 1): void;
  onRemove(): void;
  /** Its form, which is shown when it is opened. */
  readonly children: ReactNode;
}

/** One of several things of a part: a line that opens into a form. */
export function Entry({ name, detail, faults, isFirst, isLast, onMove, onRemove, children }: EntryProps) {
  const m = messages.use();
  // Many closed forms would cost more than the one that is open.
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={styles.entry}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className="row row-4 b5">
            <Icon of={ChevronRight} size={14} />
            {name}
          </span>
          <span className="t3 t13">{detail}</span>
        </summary>
        {isOpen && (
          <div className={styles.form}>
            {children}
            <div className="row wrap">
              <IconButton
                size="small"
                icon={ArrowUp}
                label={m.up({ name })}
                disabled={isFirst}
                onClick={() => onMove(-1)}
              />
              <IconButton
                size="small"
                icon={ArrowDown}
                label={m.down({ name })}
                disabled={isLast}
                onClick={() => onMove(1)}
              />
              <IconButton size="small" icon={Trash2} label={m.remove({ name })} onClick={onRemove} />
            </div>
          </div>
        )}
      </details>
      <Faults of={faults} />
    </li>
  );
}
