import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon/icon.js';
import styles from '../account.module.css';

interface MethodProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly detail?: ReactNode;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

/** A way to sign in. */
export const Method = ({ icon, name, detail, children }: MethodProps) => (
  <li className={styles.item}>
    <Icon of={icon} size={20} />
    <span className={styles.itemText}>
      <span className="clip b5">{name}</span>
      {detail !== undefined && <span className="t12 t3 clip">{detail}</span>}
    </span>
    {children}
  </li>
);
