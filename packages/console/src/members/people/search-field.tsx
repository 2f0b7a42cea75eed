import { useEffect, useRef, useState } from 'react';
import { TextInput } from '../../ui/field/controls.js';
import styles from '../members.module.css';
import { messages } from '../messages/index.gen.js';

const PAUSE_MS = 250;

/** Looks for people by name or address, a moment after the last key. */
export function SearchField({ value, onChange }: { readonly value: string; onChange(text: string): void }) {
  const m = messages.use();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    const text = typed.trim();
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  // Another part of the page, or the way back, changed what is looked for.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  return (
    <search className={styles.search}>
      <TextInput
        type="search"
        aria-label={m.find}
        placeholder={m.find}
        maxLength={254}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  );
}
