import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button/button.js';
import type { Edits } from '../drawing/diagram-editor.js';
import type { DrawnElement } from '../drawing/moddle.js';
import { messages } from '../messages/index.gen.js';
import { TextControl } from './control.js';
import { type Mapping, readMappings, writeMappings } from './place.js';
import styles from './properties.module.css';
import { settingNames } from './sections.js';

interface MappingsProps {
  readonly list: 'inputParameters' | 'outputParameters';
  readonly element: DrawnElement;
  readonly edits: Edits;
}

/** What an element gets of the variables, or what of its results is kept. What a form of its own shows is left out. */
export function Mappings({ list, element, edits }: MappingsProps) {
  const m = messages.use();
  const [isAdding, setAdding] = useState(false);
  const all = readMappings(element, list);
  const hidden = list === 'inputParameters' ? settingNames(element) : new Set<string>();
  const write = (index: number, next: Mapping | undefined) => {
    const changed = all.map((each, place) => (place === index ? next : each));
    writeMappings(
      edits,
      element,
      list,
      changed.filter((each) => each !== undefined),
    );
  };
  return (
    <div className={styles.mappings}>
      <span className="label">{m.mappings({ list })}</span>
      {all.map((mapping, index) => {
        if (hidden.has(mapping.target)) return null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two mappings may have one target
          <div key={index} className={styles.mapping}>
            <TextControl
              label={m.mappingTarget}
              kind="text"
              value={mapping.target}
              onCommit={(target) => write(index, { ...mapping, target })}
            />
            <TextControl
              label={m.mappingSource({ target: mapping.target })}
              kind="expression"
              value={mapping.source}
              onCommit={(source) => write(index, { ...mapping, source })}
            />
            <IconButton
              icon={Trash2}
              size="small"
              label={m.removeMapping({ target: mapping.target })}
              onClick={() => write(index, undefined)}
            />
          </div>
        );
      })}
      {isAdding && (
        <TextControl
          label={m.mappingTarget}
          kind="text"
          value=""
          onCommit={(target) => {
            setAdding(false);
            writeMappings(edits, element, list, [...all, { target, source: '=null' }]);
          }}
        />
      )}
      <Button look="quiet" size="small" icon={Plus} onClick={() => setAdding(true)}>
        {m.addMapping({ list })}
      </Button>
    </div>
  );
}
