import { useEffect, useRef, useState } from 'react';
import { TextInput } from './controls.js';
import styles from './field.module.css';

const PAUSE_MS = 250;

export interface SearchFieldProps {
  /** What is looked for, and in what. */
  readonly label: string;
  readonly value: string;
  onChange(text: string): void;
}

/** Looks for a text a moment after the last key. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
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
        aria-label={label}
        placeholder={label}
        maxLength={254}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  );
}
