import { type FormEvent, useId, useState } from 'react';
import { useLocale } from '../../messages/locale.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Select } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';
import { type Condition, type Operator, operatorsOf } from '../model/conditions.js';
import { useList } from '../model/list-context.js';
import styles from './filter-bar.module.css';
import { OperandField, readOperand, textOfOperand } from './operand-field.js';

export interface FilterDialogProps {
  /** The one to change; undefined: a new one. */
  readonly condition: Condition | undefined;
  onApply(condition: Condition): void;
  onClose(): void;
}

/** A condition: a field, an operator that suits it, and a value. */
export function FilterDialog({ condition, onApply, onClose }: FilterDialogProps) {
  const m = messages.use();
  const locale = useLocale();
  const form = useId();
  const { keys } = useList();
  const offered = [...keys.values()].filter(({ key }) => key !== 'id' && key !== 'clocks');
  const [key, setKey] = useState(condition?.key ?? offered[0]?.key ?? 'state');
  const of = keys.get(key) ?? offered[0];
  const operators = of === undefined ? [] : operatorsOf(of.kind);
  const known = condition?.key === key ? condition : undefined;
  const [chosen, setOperator] = useState<Operator | undefined>(condition?.operator);
  const operator = operators.find((one) => one === chosen) ?? known?.operator ?? operators[0] ?? 'exists';
  const [text, setText] = useState(() => (condition === undefined ? [] : textOfOperand(condition.value, locale)));
  if (of === undefined) return null;
  const value = readOperand(of, operator, text, locale);
  const isTime = of.kind === 'date' || of.kind === 'instant';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== undefined) onApply({ key, operator, value });
  };
  return (
    <Dialog
      title={m.filterTitle}
      onClose={onClose}
      back={m.cancel}
      actions={
        <Button look="primary" type="submit" form={form} aria-disabled={value === undefined}>
          {m.apply}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <Field label={m.field}>
          {(ids) => (
            <Select
              {...ids}
              value={key}
              onChange={({ target }) => {
                setKey(target.value);
                setOperator(undefined);
                setText([]);
              }}
            >
              {offered.map((one) => (
                <option key={one.key} value={one.key}>
                  {one.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={m.condition}>
          {(ids) => (
            <Select {...ids} value={operator} onChange={({ target }) => setOperator(target.value as Operator)}>
              {[...new Set([operator, ...operators])].map((one) => (
                <option key={one} value={one}>
                  {isTime ? m.operatorDate({ operator: one }) : m.operator({ operator: one })}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <OperandField of={of} operator={operator} text={text} onText={setText} />
      </form>
    </Dialog>
  );
}
