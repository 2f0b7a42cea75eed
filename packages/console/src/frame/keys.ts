import { useEffect, useRef, useSyncExternalStore } from 'react';

/** A key of a page or of the frame: `j`, `g i` (one after the other), `mod+k` (Ctrl, on a Mac Command), `shift+?`. */
export interface KeyBinding {
  readonly keys: string;
  /** What it does, for the list that `?` shows. */
  readonly label: string;
  /** Heading under which it is listed. */
  readonly group: string;
  /** Also while the person types in a field. */
  readonly whileTyping?: boolean;
  /** False: listed, but it does nothing now. */
  readonly isOn?: boolean;
  run(event: KeyboardEvent): void;
}

const SEQUENCE_MS = 1200;
const listeners = new Set<() => void>();
let bindings: readonly KeyBinding[] = [];
let first = '';
let firstAt = 0;

function change(next: readonly KeyBinding[]): void {
  bindings = next;
  for (const listener of listeners) listener();
}

/** Adds keys while the component is shown. The newest binding of a key counts. */
export function useKeys(own: readonly KeyBinding[]): void {
  const latest = useRef(own);
  useEffect(() => {
    latest.current = own;
  });
  // Labels may change with the language; what a key does is looked up when it is pressed.
  const signature = JSON.stringify(own);
  useEffect(() => {
    const added = (JSON.parse(signature) as Omit<KeyBinding, 'run'>[]).map((binding, index) => ({
      ...binding,
      run: (event: KeyboardEvent) => latest.current[index]?.run(event),
    }));
    change([...bindings, ...added]);
    return () => change(bindings.filter((binding) => !added.includes(binding)));
  }, [signature]);
}

/** Every key that works now, for the list of keys. */
export const useKeyBindings = (): readonly KeyBinding[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => bindings,
  );

/** Handles a key of the whole document: the frame registers it once. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const pressed = nameOf(event);
  if (pressed === '') return;
  const isTyping = isField(event.target);
  const sequence = event.timeStamp - firstAt < SEQUENCE_MS && first !== '' ? `${first} ${pressed}` : '';
  const found = findBinding([sequence, pressed], isTyping);
  first = found === undefined && !isTyping ? pressed : '';
  firstAt = event.timeStamp;
  if (found === undefined) return;
  event.preventDefault();
  found.run(event);
}

function findBinding(names: readonly string[], isTyping: boolean): KeyBinding | undefined {
  // A dialog has the keyboard to itself.
  const isModal = document.querySelector('dialog:modal') !== null;
  return bindings.findLast(
    ({ keys, whileTyping, isOn }) => names.includes(keys) && isOn !== false && (whileTyping || !(isTyping || isModal)),
  );
}

/** The key as bindings write it; shift is part of it only where it does not make another character. */
export function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  if (altKey || ['Control', 'Meta', 'Shift', 'Alt', 'Dead'].includes(key)) return '';
  const name = key.length === 1 ? key.toLowerCase() : key;
  const shift = shiftKey && (key.length > 1 || key.toLowerCase() !== key.toUpperCase()) ? 'shift+' : '';
  return `${ctrlKey || metaKey ? 'mod+' : ''}${shift}${name}`;
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === 'TEXTAREA' || target.tagName === 'SELECT') return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'file'].includes(target.type);
}
