import { CircleAlert, CornerDownRight, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { FlowModel } from '../../diagram/flow-model.js';
import { outlineOf } from '../../diagram/outline.js';
import { OutlineTree } from '../../diagram/outline-tree.js';
import { Icon } from '../../ui/icon/icon.js';
import type { Badge } from '../drawing/diagram-editor.js';
import { messages } from '../messages/index.gen.js';
import styles from './studio-outline.module.css';

export interface StudioOutlineProps {
  readonly model: FlowModel;
  readonly badges: ReadonlyMap<string, Badge>;
  readonly selected: string | undefined;
  nameOf(elementId: string): string;
  onSelect(id: string | undefined): void;
}

/** The diagram as a tree of lines, with its findings: the same elements and the same choice as in the drawing. */
export function StudioOutline({ model, badges, selected, nameOf, onSelect }: StudioOutlineProps) {
  const m = messages.use();
  const lines = useMemo(() => outlineOf(model), [model]);
  return (
    <OutlineTree label={m.outline} lines={lines} selected={selected} onSelect={onSelect}>
      {({ kind, elementId, via }) => {
        const name = nameOf(elementId);
        const prefix = via === '' ? '' : `${m.ifFlow({ name: via })} `;
        if (kind === 'onward') {
          return (
            <span className="t3 row row-4">
              <Icon of={CornerDownRight} size={14} />
              {prefix}
              {m.goesOnWith({ name })}
            </span>
          );
        }
        const element = model.elements.get(elementId);
        const badge = badges.get(elementId);
        return (
          <>
            {prefix !== '' && <span className="t3">{prefix}</span>}
            <span className="b5">{name}</span>
            {element !== undefined && element.name !== '' && (
              <span className="t3 t12">{m.elementType({ type: element.type })}</span>
            )}
            {badge !== undefined && badge.kind !== 'token' && (
              <span className={`${styles.badge} row row-4 ${badge.kind === 'error' ? 'danger-t' : 'warn-t'}`}>
                <Icon of={badge.kind === 'error' ? CircleAlert : TriangleAlert} size={14} />
                {m.findingCount({ kind: badge.kind, count: badge.count })}
              </span>
            )}
          </>
        );
      }}
    </OutlineTree>
  );
}
