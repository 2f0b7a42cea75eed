import { ChevronsUpDown } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Icon } from '../icon/icon.js';
import styles from './field.module.css';

export const TextInput = ({ className = '', ...rest }: ComponentPropsWithRef<'input'>) => (
  <input type="text" {...rest} className={`${styles.input} ${className}`} />
);

export const TextArea = ({ className = '', ...rest }: ComponentPropsWithRef<'textarea'>) => (
  <textarea {...rest} className={`${styles.input} ${styles.area} ${className}`} />
);

/** The browser's own list of choices, which phones show best. */
export const Select = ({ className = '', children, ...rest }: ComponentPropsWithRef<'select'>) => (
  <span className={`${styles.select} ${className}`}>
    <select {...rest} className={styles.input}>
      {children}
    </select>
    <Icon of={ChevronsUpDown} size={14} />
  </span>
);

export interface PickProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> {
  readonly children: ReactNode;
}

export const Checkbox = ({ children, className = '', ...rest }: PickProps) => (
  <label className={`${styles.pick} ${className}`}>
    <input {...rest} type="checkbox" className={styles.check} />
    <span>{children}</span>
  </label>
);

export const Radio = ({ children, className = '', ...rest }: PickProps) => (
  <label className={`${styles.pick} ${className}`}>
    <input {...rest} type="radio" className={styles.radio} />
    <span>{children}</span>
  </label>
);

/** On or off at once, without a button that saves. */
export const Switch = ({ children, className = '', ...rest }: PickProps) => (
  <label className={`${styles.pick} ${className}`}>
    {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked */}
    <input {...rest} type="checkbox" role="switch" className={styles.switch} />
    <span>{children}</span>
  </label>
);
