import type { ReactNode } from 'react';
import styles from './list-page.module.css';

/** The line below the head of a list: what is shown of it. */
export const Tools = ({ children }: { readonly children: ReactNode }) => <div className={styles.tools}>{children}</div>;

/** That line where fields choose what is listed. */
export const FilterTools = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <search className={`${styles.tools} ${styles.fields}`} aria-label={label}>
    {children}
  </search>
);
