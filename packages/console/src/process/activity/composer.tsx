import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useChange } from '../../api/queries.js';
import { usePeople } from '../../form/schema/use-people.js';
import { Button, IconButton } from '../../ui/button/button.js';
import { TextArea } from '../../ui/field/controls.js';
import { Person } from '../../ui/people/avatar.js';
import { ReasonText } from '../../ui/reason/reason-text.js';
import { messages } from '../messages/index.gen.js';
import styles from './activity.module.css';
import { nameBeingWritten, suggestions, withIds, withName } from './mentions.js';

export interface ReplyTo {
  readonly id: string;
  readonly name: string;
}

interface ComposerProps {
  readonly subProjectId: string;
  readonly processId: string;
  readonly replyTo: ReplyTo | undefined;
  onDone(): void;
}

/** Where a comment is written; @ offers people. */
export function Composer({ subProjectId, processId, replyTo, onDone }: ComposerProps) {
  const m = messages.use();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [written, setWritten] = useState<string>();
  const [active, setActive] = useState(0);
  const people = usePeople(subProjectId, text.includes('@'));
  const add = useChange('addComment');
  const offered = written === undefined ? [] : suggestions(people, written);
  useEffect(() => {
    if (replyTo !== undefined) area.current?.focus();
  }, [replyTo]);

  const enter = (value: string, cursor: number) => {
    setText(value);
    setWritten(nameBeingWritten(value, cursor));
    setActive(0);
  };
  const choose = (name: string) => {
    const next = withName(text, area.current?.selectionStart ?? text.length, name);
    setText(next.text);
    setWritten(undefined);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(next.cursor, next.cursor);
    });
  };
  const send = () => {
    if (text.trim() === '' || add.isPending) return;
    const body = withIds(text, people);
    const parent = replyTo === undefined ? {} : { parentId: replyTo.id };
    add.mutate(
      { subProjectId, processId, body, ...parent },
      {
        onSuccess: () => {
          setText('');
          onDone();
        },
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const person = offered[active];
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    else if (person === undefined) return;
    else if (event.key === 'ArrowDown') setActive((active + 1) % offered.length);
    else if (event.key === 'ArrowUp') setActive((active + offered.length - 1) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(person.name);
    else if (event.key === 'Escape') setWritten(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.composer}>
      {replyTo !== undefined && (
        <div className="row t12 t3">
          {m.replyTo({ name: replyTo.name })}
          <IconButton icon={X} size="small" label={m.noReply} onClick={onDone} />
        </div>
      )}
      <div className={styles.box}>
        <TextArea
          ref={area}
          rows={2}
          className={styles.input}
          value={text}
          placeholder={m.writeComment}
          aria-label={m.comment}
          aria-autocomplete="list"
          aria-controls={offered.length > 0 ? `${id}-people` : undefined}
          aria-activedescendant={offered.length > 0 ? `${id}-${active}` : undefined}
          onChange={({ target }) => enter(target.value, target.selectionStart)}
          onBlur={() => setWritten(undefined)}
          onKeyDown={onKeyDown}
        />
        <div
          id={`${id}-people`}
          role="listbox"
          aria-label={m.people}
          className={styles.people}
          hidden={offered.length === 0}
        >
          {offered.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.person}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person.name)}
            >
              <Person name={person.name} />
            </div>
          ))}
        </div>
        {add.error !== null && <ReasonText error={add.error} />}
        <div className="row">
          <span className="t12 t3">{m.readersSeeIt}</span>
          <span className="end">
            <Button size="small" shortcut="Ctrl ↵" isBusy={add.isPending} disabled={text.trim() === ''} onClick={send}>
              {m.addComment}
            </Button>
          </span>
        </div>
      </div>
    </div>
  );
}
