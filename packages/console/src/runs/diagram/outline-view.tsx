import { CirclePause, CornerDownRight, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useMemo } from 'react';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import { elementName } from '../model/element-words.js';
import type { FlowModel } from '../model/flow-model.js';
import { type OutlineLine, outlineOf } from './outline.js';
import styles from './outline.module.css';
import type { Marks } from './viewer.js';

export interface OutlineViewProps {
  readonly model: FlowModel;
  readonly marks: Marks;
  /** How many times elements were entered. */
  readonly visits: ReadonlyMap<string, number>;
  onSelect(id: string | undefined): void;
}

/** The diagram as a tree of lines: the same elements, marks and choice, for the keyboard and for screen readers. */
export function OutlineView({ model, marks, visits, onSelect }: OutlineViewProps) {
  const m = messages.use();
  const lines = useMemo(() => outlineOf(model), [model]);
  const chosen = lines.findIndex(({ kind, elementId }) => kind === 'element' && elementId === marks.selected);
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
      <div role="tree" aria-label={m.outlineOf}>
        {lines.map((line, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a diagram do not change
            key={index}
            role="treeitem"
            aria-level={line.level}
            aria-selected={line.kind === 'element' && line.elementId === marks.selected}
            tabIndex={index === reached ? 0 : -1}
            className={styles.line}
            style={{ paddingInlineStart: 8 + (line.level - 1) * 20 }}
            onClick={() => onSelect(line.elementId)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <Line line={line} model={model} marks={marks} visits={visits} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Line({ line, model, marks, visits }: { line: OutlineLine } & Omit<OutlineViewProps, 'onSelect'>) {
  const m = messages.use();
  const { elementId, kind, via } = line;
  const element = model.elements.get(elementId);
  const name = elementName(model, m, elementId);
  const [tokens, incidents, times] = [
    marks.tokens.get(elementId) ?? 0,
    marks.incidents.get(elementId) ?? 0,
    visits.get(elementId) ?? 0,
  ];
  const prefix = via === '' ? '' : m.ifFlow({ name: via });
  if (kind === 'onward') {
    return (
      <span className="t3 row row-4">
        <Icon of={CornerDownRight} size={14} />
        {prefix} {m.goesOnWith({ name })}
      </span>
    );
  }
  return (
    <>
      {prefix !== '' && <span className="t3">{prefix} </span>}
      <span className={times > 0 ? 'b5' : 't2'}>{name}</span>
      {element !== undefined && element.name !== '' && (
        <span className="t3 t12"> {m.elementType({ type: element.type })}</span>
      )}
      <span className={styles.status}>
        {incidents > 0 && (
          <span className="danger-t row row-4">
            <Icon of={TriangleAlert} size={14} />
            {m.incidentCount({ count: incidents })}
          </span>
        )}
        {tokens > 0 && (
          <span className="warn-t row row-4">
            <Icon of={CirclePause} size={14} />
            {m.tokens({ count: tokens })}
          </span>
        )}
        {tokens === 0 && <span className="t3 t12">{m.visited({ count: times })}</span>}
      </span>
    </>
  );
}

function nextIndex(key: string, index: number, length: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(length - 1, index + 1);
  if (key === 'ArrowUp') return Math.max(0, index - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : undefined;
}
