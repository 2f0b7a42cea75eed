import type { KeyboardEvent, ReactNode } from 'react';
import type { OutlineLine } from './outline.js';
import styles from './outline-tree.module.css';

export interface OutlineTreeProps {
  readonly label: string;
  readonly lines: readonly OutlineLine[];
  /** Id of the chosen element. */
  readonly selected: string | undefined;
  onSelect(id: string | undefined): void;
  /** What a line says. */
  children(line: OutlineLine): ReactNode;
}

/** The flow of a diagram as a tree of lines, for the keyboard and for screen readers: arrow keys move, Enter chooses. */
export function OutlineTree({ label, lines, selected, onSelect, children }: OutlineTreeProps) {
  const chosen = lines.findIndex(({ kind, elementId }) => kind === 'element' && elementId === selected);
  const reached = Math.max(0, chosen);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const items = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [];
    const isPress = event.key === 'Enter' || event.key === ' ';
    const next = isPress ? index : nextIndex(event.key, index, items.length);
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
    onSelect(lines[next]?.elementId);
  };
  return (
    <div className={styles.outline}>
      <div role="tree" aria-label={label}>
        {lines.map((line, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: an element may stand in several lines
            key={index}
            role="treeitem"
            aria-level={line.level}
            aria-selected={line.kind === 'element' && line.elementId === selected}
            tabIndex={index === reached ? 0 : -1}
            className={styles.line}
            style={{ paddingInlineStart: 8 + (line.level - 1) * 20 }}
            onClick={() => onSelect(line.elementId)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {children(line)}
          </div>
        ))}
      </div>
    </div>
  );
}

function nextIndex(key: string, index: number, length: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(length - 1, index + 1);
  if (key === 'ArrowUp') return Math.max(0, index - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : undefined;
}
