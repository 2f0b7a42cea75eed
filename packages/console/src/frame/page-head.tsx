import type { ReactNode } from 'react';
import styles from './page-head.module.css';
import { useTitle } from './title.js';

/** The line on top of a page: its heading, which also names the tab of the browser, and its tools. */
export function PageHead({ title, beside, children }: { title: string; beside?: ReactNode; children?: ReactNode }) {
  useTitle(title);
  return (
    <header className={styles.head}>
      <h1 className="clip">{title}</h1>
      {beside}
      {children !== undefined && <div className={styles.tools}>{children}</div>}
    </header>
  );
}
