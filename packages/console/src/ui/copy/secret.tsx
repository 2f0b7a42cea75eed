import { CopyButton } from './copy.js';
import styles from './secret.module.css';

/** A text that is shown once, such as a token or a link, with a button that copies it. */
export const Secret = ({ text }: { readonly text: string }) => (
  <div className={styles.secret}>
    <code>{text}</code>
    <CopyButton text={text} />
  </div>
);
