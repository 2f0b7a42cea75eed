import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { Icon } from '../icon/icon.js';
import styles from './tabs.module.css';

export interface Segment<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly icon?: LucideIcon;
}

export interface SegmentsProps<Id extends string> {
  readonly label: string;
  readonly items: readonly Segment<Id>[];
  readonly selected: Id;
  onSelect(id: Id): void;
}

/** Two to five ways to see the same thing, for example table and board: radio buttons in one row, on a phone maybe in two. */
export function Segments<Id extends string>({ label, items, selected, onSelect }: SegmentsProps<Id>) {
  const name = useId();
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {items.map(({ id, label: text, icon }) => (
        <label key={id} className={styles.segment}>
          <input type="radio" name={name} checked={id === selected} onChange={() => onSelect(id)} />
          {icon !== undefined && <Icon of={icon} size={14} />}
          {text}
        </label>
      ))}
    </fieldset>
  );
}
