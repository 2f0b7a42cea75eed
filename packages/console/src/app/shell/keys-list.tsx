import { type KeyBinding, useKeyBindings } from '../../frame/keys.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Kbd } from '../../ui/text/kbd.js';
import { messages } from '../messages/index.gen.js';
import styles from './shell.module.css';

/** Every key of the page, in groups. */
export function KeysList({ onClose }: { onClose(): void }) {
  const m = messages.use();
  const groups = groupsOf(useKeyBindings());
  return (
    <Dialog title={m.keys} onClose={onClose} actions={<Button onClick={onClose}>{m.close}</Button>}>
      {groups.map(([name, bindings]) => (
        <section key={name} className={styles.keys}>
          <h3 className="label">{name}</h3>
          <dl>
            {bindings.map(({ keys, label }) => (
              <div key={keys}>
                <dt>{label}</dt>
                <dd>
                  {keys.split(' ').map((key) => (
                    <Kbd key={key}>{wordOf(key)}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

function groupsOf(bindings: readonly KeyBinding[]): [string, KeyBinding[]][] {
  const groups = new Map<string, KeyBinding[]>();
  for (const binding of bindings) groups.set(binding.group, [...(groups.get(binding.group) ?? []), binding]);
  return [...groups];
}

const words: Readonly<Record<string, string>> = {
  Enter: '⏎',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'Space',
};

const wordOf = (key: string): string =>
  key
    .split('+')
    .map((part) => (part === 'mod' ? 'Ctrl' : part === 'shift' ? 'Shift' : (words[part] ?? part.toUpperCase())))
    .join(' ');
