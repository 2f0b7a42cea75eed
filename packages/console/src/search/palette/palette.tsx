import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../ui/icon/icon.js';
import { Spinner } from '../../ui/icon/spinner.js';
import { Kbd } from '../../ui/text/kbd.js';
import { messages } from '../messages/index.gen.js';
import { grouped, type Option } from './options.js';
import styles from './palette.module.css';
import { useOptions } from './use-options.js';

/** Commands of the page, ways to other pages, hits of the search, and what was opened last. */
export function Palette({ onClose }: { onClose(): void }) {
  const m = messages.use();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const { options, isBusy } = useOptions(typed);
  const active = options.find((option) => option.id === chosen) ?? options[0];
  useEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);
  useEffect(() => {
    if (active !== undefined) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  const take = (option: Option, isNewTab: boolean) => {
    if (isNewTab && option.href !== undefined) {
      window.open(option.href, '_blank', 'noopener');
      return;
    }
    // What it does may open another dialog, or give a field the focus.
    dialog.current?.close();
    onClose();
    setTimeout(option.run);
  };
  const move = (by: number) => {
    const at = active === undefined ? -1 : options.indexOf(active);
    setChosen(options[(at + by + options.length) % options.length]?.id ?? '');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && active !== undefined) take(active, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it, which the browser reports as cancel
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={m.label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.line}>
        {isBusy ? <Spinner size={16} /> : <Icon of={Search} />}
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-label={m.label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={active === undefined ? undefined : `${id}-${active.id}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={m.placeholder}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen('');
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={m.label} tabIndex={-1}>
        {grouped(options).map(([group, lines]) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a list, not fields of a form
          <div key={group} role="group" aria-label={group}>
            <div className={styles.heading} aria-hidden="true">
              {group}
            </div>
            {lines.map((option) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard, as comboboxes do
              <div
                key={option.id}
                id={`${id}-${option.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={option === active}
                className={styles.option}
                onPointerMove={() => option !== active && setChosen(option.id)}
                onClick={(event) => take(option, event.ctrlKey || event.metaKey)}
              >
                <Icon of={option.icon} />
                <span className={styles.content}>{option.content}</span>
                {option.end}
              </div>
            ))}
          </div>
        ))}
        {options.length === 0 && !isBusy && <p className={styles.nothing}>{m.noResults({ query: typed })}</p>}
      </div>
      <div className={styles.foot}>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {m.keyMove}
        </span>
        <span>
          <Kbd>⏎</Kbd> {m.keyOpen}
        </span>
        <span>
          <Kbd>Ctrl ⏎</Kbd> {m.keyNewTab}
        </span>
        <span className={styles.last}>
          <Kbd>&gt;</Kbd> {m.commandsOnly}
        </span>
      </div>
    </dialog>
  );
}
