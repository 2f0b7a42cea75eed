import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Icon } from '../icon/icon.js';
import { Spinner } from '../icon/spinner.js';
import { Kbd } from '../text/kbd.js';
import styles from './button.module.css';

export interface ButtonLook {
  /** `primary` once per view; `danger` for what cannot be undone. */
  readonly look?: 'primary' | 'default' | 'quiet' | 'danger';
  /** `large` for decisions. */
  readonly size?: 'small' | 'medium' | 'large';
}

export interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'children'> {
  readonly icon?: LucideIcon;
  /** The icon after the word, for example an arrow of a menu. */
  readonly after?: LucideIcon;
  /** Key that does the same; it is shown on wide screens. */
  readonly shortcut?: string;
  /** Sending: the button waits, and is not pressed again. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

export const lookOf = ({ look = 'default', size = 'medium' }: ButtonLook): string =>
  [styles.button, styles[look], styles[size]].filter(Boolean).join(' ');

export function Button({
  look,
  size,
  icon,
  after,
  shortcut,
  isBusy = false,
  children,
  className = '',
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${lookOf({ look, size })} ${className}`}
      aria-disabled={isBusy || rest['aria-disabled']}
      aria-keyshortcuts={shortcut}
      onClick={isBusy ? undefined : rest.onClick}
    >
      {isBusy ? <Spinner size={14} /> : icon !== undefined && <Icon of={icon} size={size === 'small' ? 14 : 16} />}
      <span className="clip">{children}</span>
      {after !== undefined && <Icon of={after} size={14} />}
      {shortcut !== undefined && <Kbd>{shortcut.toUpperCase()}</Kbd>}
    </button>
  );
}

export interface IconButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'children'> {
  readonly icon: LucideIcon;
  /** Its name for people who cannot see the icon, and its tooltip. */
  readonly label: string;
  readonly shortcut?: string;
}

export const IconButton = ({
  look = 'quiet',
  size,
  icon,
  label,
  shortcut,
  className = '',
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    title={shortcut === undefined ? label : `${label} (${shortcut.toUpperCase()})`}
    {...rest}
    className={`${lookOf({ look, size })} ${styles.icon} ${className}`}
    aria-label={label}
    aria-keyshortcuts={shortcut}
  >
    <Icon of={icon} size={size === 'small' ? 14 : 16} />
  </button>
);
