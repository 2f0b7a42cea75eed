import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../ui/button/button.js';
import { TextInput } from '../../ui/field/controls.js';
import { messages } from '../messages/index.gen.js';
import { ControlSet } from './choice-list.js';
import type { ControlProps } from './field-control.js';
import styles from './form.module.css';

/** A list of texts, one line each. */
export function TextList({ field, form }: ControlProps) {
  const m = messages.use();
  const { pointer, label, schema } = field;
  const entered = form.entered[pointer];
  const texts = Array.isArray(entered) && entered.length > 0 ? entered : [''];
  const change = (next: readonly string[]) => form.enter(pointer, next);
  return (
    <ControlSet field={field} form={form}>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
        <div key={index} className={styles.item}>
          <TextInput
            value={text}
            aria-label={m.itemOf({ label, number: index + 1 })}
            aria-invalid={form.errors[pointer] === undefined ? undefined : true}
            disabled={schema.readOnly}
            onChange={({ target }) => change(texts.with(index, target.value))}
          />
          {texts.length > 1 && (
            <IconButton
              icon={X}
              label={m.remove({ label, number: index + 1 })}
              onClick={() => change(texts.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      <div>
        <Button
          look="quiet"
          size="small"
          icon={Plus}
          aria-label={m.addTo({ label })}
          onClick={() => change([...texts, ''])}
        >
          {m.add}
        </Button>
      </div>
    </ControlSet>
  );
}
