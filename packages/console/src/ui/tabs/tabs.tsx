import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './tabs.module.css';

export interface TabItem {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
}

export interface TabsProps {
  /** What the tabs choose between, for people who do not see them. */
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly selected: string;
  onSelect(id: string): void;
  /** The panel of the selected tab. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** Tabs with a panel. Arrow keys, Home and End choose (WAI-ARIA tabs). For views with an address use links: `TabLinks`. */
export function Tabs({ label, items, selected, onSelect, children, className = '' }: TabsProps) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = nextIndex(
      event.key,
      items.findIndex((item) => item.id === selected),
      items.length,
    );
    const item = next === undefined ? undefined : items[next];
    if (item === undefined) return;
    event.preventDefault();
    onSelect(item.id);
    document.getElementById(`${id}-${item.id}`)?.focus();
  };
  return (
    <>
      <div className={`${styles.tabs} ${className}`} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <button
            type="button"
            key={item.id}
            id={`${id}-${item.id}`}
            role="tab"
            className={styles.tab}
            aria-selected={item.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={item.id === selected ? 0 : -1}
            onClick={() => onSelect(item.id)}
          >
            {item.label}
            {item.count !== undefined && <span className={styles.count}>{item.count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${selected}`} className={styles.panel}>
        {children}
      </div>
    </>
  );
}

function nextIndex(key: string, index: number, length: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % length;
  if (key === 'ArrowLeft') return (index + length - 1) % length;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : undefined;
}

/**
 * Links that look like tabs: views with an address. Its children are links with the class `tabLink`.
 *
 * @public
 */
export const TabLinks = ({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) => (
  <nav className={`${styles.tabs} ${className}`} aria-label={label}>
    {children}
  </nav>
);

/**
 * Class of a link within TabLinks; the current one has aria-current="page".
 *
 * @public
 */
export const tabLink = styles.tab ?? '';

/** @public */
export const TabCount = ({ value }: { value: number }) => <span className={styles.count}>{value}</span>;
