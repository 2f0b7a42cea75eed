import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import styles from './shell.module.css';

/** What is shown while a page and its data are under way. */
export const PagePending = () => (
  <div className={styles.pending}>
    <SkeletonRows />
  </div>
);
