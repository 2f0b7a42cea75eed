import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../button/button.js';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly title: string;
  /** Default true. */
  readonly isOpen?: boolean;
  /** Esc, or a press beside it. What closes it with an outcome does so itself. */
  onClose(): void;
  readonly children: ReactNode;
  /** What the button says that closes it without an outcome. */
  readonly back?: string;
  /** Its other buttons, the deed last. */
  readonly actions?: ReactNode;
  readonly size?: 'medium' | 'wide';
}

/** A modal dialog: the browser keeps the focus within, and gives it back. */
export const Dialog = ({ isOpen = true, ...rest }: DialogProps) => (isOpen ? <OpenDialog {...rest} /> : null);

function OpenDialog({ title, onClose, children, back, actions, size = 'medium' }: Omit<DialogProps, 'isOpen'>) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed while it still stands in the document: otherwise the browser does not give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it, which the browser reports as cancel
    <dialog
      ref={ref}
      className={`${styles.dialog} ${size === 'wide' ? styles.wide : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div className={styles.inner}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <div className={styles.body}>{children}</div>
        {(back ?? actions) !== undefined && (
          <div className={styles.actions}>
            {back !== undefined && <Button onClick={onClose}>{back}</Button>}
            {actions}
          </div>
        )}
      </div>
    </dialog>
  );
}
