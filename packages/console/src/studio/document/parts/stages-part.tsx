import { Plus } from 'lucide-react';
import { Button } from '../../../ui/button/button.js';
import { Radio } from '../../../ui/field/controls.js';
import styles from '../document.module.css';
import { messages } from '../messages/index.gen.js';
import { Entry } from './entry.js';
import { Line } from './line.js';
import { freeName, listOf, mapOf, type PartProps, textOf } from './part.js';

/** The stages of the work. */
export function StagesPart({ value, change, faultsAt }: PartProps) {
  const m = messages.use();
  const stages = listOf(value.stages).map(mapOf);
  const keys = stages.map(({ key }) => textOf(key));
  return (
    <>
      <ul className={styles.entries}>
        {stages.map((stage, index) => (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a stage has in the document
            key={index}
            name={textOf(stage.name) || textOf(stage.key)}
            detail={stage.default === true ? m.firstStage : undefined}
            faults={faultsAt('stages', index)}
            isFirst={index === 0}
            isLast={index === stages.length - 1}
            onMove={(by) => change((editor) => editor.move(['stages', index], by))}
            onRemove={() => change((editor) => editor.remove(['stages', index]))}
          >
            <Line
              label={m.stageName}
              value={textOf(stage.name)}
              onCommit={(next) => change((editor) => editor.set(['stages', index, 'name'], next || undefined))}
            />
            <Line
              label={m.key}
              hint={m.stageKeyHint}
              value={textOf(stage.key)}
              onCommit={(next) => {
                if (next !== '' && !keys.includes(next)) change((editor) => editor.set(['stages', index, 'key'], next));
              }}
            />
            <Radio
              name="default-stage"
              checked={stage.default === true}
              onChange={() =>
                change((editor) => {
                  for (const other of stages.keys()) editor.remove(['stages', other, 'default']);
                  editor.set(['stages', index, 'default'], true);
                })
              }
            >
              {m.firstStage}
            </Radio>
          </Entry>
        ))}
      </ul>
      <div>
        <Button
          icon={Plus}
          onClick={() =>
            change((editor) => editor.append(['stages'], { key: freeName('stage_', keys), name: m.newStage }))
          }
        >
          {m.addStage}
        </Button>
      </div>
    </>
  );
}
