import styles from './feedback.module.css';

/** How far something is, 0 to 1. */
export const Progress = ({ label, value }: { label: string; value: number }) => (
  <div
    className={styles.bar}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(value * 100)}
  >
    <span style={{ width: `${value * 100}%` }} />
  </div>
);
