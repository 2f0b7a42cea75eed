import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { showFailure } from '../../frame/failure.js';
import { Icon } from '../../ui/icon/icon.js';
import { Menu } from '../../ui/menu/menu.js';
import type { Save } from '../model/use-save.js';
import styles from './head.module.css';

interface MemberMenuProps {
  readonly name: 'state' | 'priority' | 'stageKey';
  readonly label: string;
  readonly value: string;
  /** What it may become, with its words. Empty: it is shown as text. */
  readonly choices: readonly { readonly key: string; readonly label: string }[];
  readonly save: Save;
  readonly children: ReactNode;
}

/** State, priority or stage: a menu of what one may make of it, or text where one may make nothing of it. */
export function MemberMenu({ name, label, value, choices, save, children }: MemberMenuProps) {
  if (choices.length === 0) {
    return (
      <span className={styles.fixed}>
        <span className="vh">{label}: </span>
        {children}
      </span>
    );
  }
  const choose = (key: string) => {
    if (key === value) return;
    save.save(name, key, value).catch(showFailure);
  };
  const entries = choices.map(({ key, label: text }) => ({
    id: key,
    label: text,
    isChosen: key === value,
    run: () => choose(key),
  }));
  return (
    <Menu label={label} entries={entries}>
      {(trigger) => (
        <button type="button" className={styles.choose} {...trigger}>
          <span className="vh">{label}: </span>
          {children}
          <Icon of={ChevronDown} size={14} />
        </button>
      )}
    </Menu>
  );
}
