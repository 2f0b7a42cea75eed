import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { messages as formMessages } from '../../form/messages/index.gen.js';
import type { Fault } from '../../form/schema/check.js';
import type { FormField } from '../../form/schema/form-field.js';
import { numberText } from '../../form/schema/numbers.js';
import { faultText } from '../../form/state/fault-text.js';
import { useLocale } from '../../messages/locale.js';
import { TextInput } from '../../ui/field/controls.js';
import { Icon } from '../../ui/icon/icon.js';
import type { MenuEntry } from '../../ui/menu/menu-entry.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import { humanize, type ListKey, type Process, valueIn } from '../model/schema.js';
import { Cell } from '../parts/cell.js';
import styles from './cell-editor.module.css';
import { type Choice, useChoices } from './choices.js';
import { formFieldOf, readTyped } from './typed.js';
import type { Save } from './use-save.js';

const MenuPopover = lazy(() =>
  import('../../ui/menu/menu-popover.js').then(({ MenuPopover: menu }) => ({ default: menu })),
);

export interface CellEditorProps {
  readonly of: ListKey;
  readonly process: Process;
  readonly save: Save;
  onClose(): void;
  /** What is wrong with the value keeps the editor open until it is right, or left with Esc. */
  onHold(isHeld: boolean): void;
}

/** The editor of one cell: a menu where the values are known, otherwise a field. Enter saves, Esc leaves it as it was. */
export function CellEditor(given: CellEditorProps) {
  const m = messages.use();
  // What others change while the cell is edited must not pass for what the person saw: it is saved on the version seen first.
  const [process] = useState(given.process);
  const props = { ...given, process };
  const list = useList();
  const choices = useChoices(props.of, m);
  if (choices !== undefined) return <MenuEditor {...props} choices={choices} />;
  const field = formFieldOf(list.schema, props.of);
  return field === undefined ? null : <TypedEditor {...props} field={field} />;
}

function MenuEditor({ of, process, save, onClose, choices }: CellEditorProps & { choices: readonly Choice[] }) {
  const m = messages.use();
  const ref = useRef<HTMLButtonElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const now = valueIn(process, of.key) ?? null;
  const isOpen = ({ value }: Choice): boolean =>
    of.kind !== 'state' || (process.allowed?.states ?? []).includes(String(value));
  const others = choices.filter(({ value }) => value !== now);
  const entries: MenuEntry[] = [
    { kind: 'heading', id: 'heading', label: m.changeTo({ label: of.label }) },
    ...[...others.filter(isOpen), ...others.filter((choice) => !isOpen(choice))].map((choice, index) => ({
      id: String(choice.value),
      label: choice.label,
      ...(index < 9 && isOpen(choice) ? { shortcut: String(index + 1) } : {}),
      ...(isOpen(choice) ? {} : { whyNot: m.notAllowed({ state: humanize(process.state) }) }),
      run: () => save(process, of, choice.value),
    })),
  ];
  return (
    <>
      <button type="button" ref={ref} className={styles.trigger} aria-haspopup="menu" aria-expanded="true">
        <span className="clip">
          <Cell of={of} process={process} />
        </span>
        <Icon of={ChevronDown} size={14} />
      </button>
      {isReady && (
        <Suspense>
          <MenuPopover
            label={m.changeTo({ label: of.label })}
            entries={entries}
            placement="bottom start"
            triggerRef={ref}
            onClose={onClose}
          />
        </Suspense>
      )}
    </>
  );
}

function TypedEditor({ of, field, process, save, onClose, onHold }: CellEditorProps & { field: FormField }) {
  const m = messages.use();
  const forms = formMessages.use();
  const before = valueIn(process, of.key);
  const locale = useLocale();
  const id = useId();
  const [text, setText] = useState(() =>
    typeof before === 'number' ? numberText(before, locale) : String(before ?? ''),
  );
  const [fault, setFault] = useState<Fault>();
  const isClosed = useRef(false);
  const close = (): void => {
    if (isClosed.current) return;
    isClosed.current = true;
    onHold(false);
    onClose();
  };
  /** Saves what was typed; what is wrong stays open with the reason. */
  const finish = (): boolean => {
    if (isClosed.current) return true;
    const typed = readTyped(field, text, locale);
    setFault(typed.fault);
    onHold(typed.fault !== undefined);
    if (typed.fault !== undefined) return false;
    save(process, of, typed.value);
    close();
    return true;
  };
  return (
    <span className={styles.typed}>
      <TextInput
        className={styles.input}
        autoFocus
        type={of.kind === 'date' ? 'date' : 'text'}
        inputMode={of.kind === 'number' ? 'decimal' : undefined}
        aria-label={of.label}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : id}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setFault(undefined);
        }}
        onFocus={({ target }) => of.kind !== 'date' && fault === undefined && target.select()}
        onBlur={({ target }) => {
          if (!finish()) requestAnimationFrame(() => target.focus());
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') close();
          if (event.key === 'Enter') finish();
        }}
      />
      {fault !== undefined && (
        <span id={id} className={styles.fault} role="alert">
          {faultText(fault, forms, locale)} · {m.escDiscards}
        </span>
      )}
    </span>
  );
}
