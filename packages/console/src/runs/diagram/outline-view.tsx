import { CirclePause, CornerDownRight, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { FlowModel } from '../../diagram/flow-model.js';
import { type OutlineLine, outlineOf } from '../../diagram/outline.js';
import { OutlineTree } from '../../diagram/outline-tree.js';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import { elementName } from '../model/element-words.js';
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
  return (
    <OutlineTree label={m.outlineOf} lines={lines} selected={marks.selected} onSelect={onSelect}>
      {(line) => <Line line={line} model={model} marks={marks} visits={visits} />}
    </OutlineTree>
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
