import styles from './brand.module.css';

/** The mark: the race and the wheel that it turns. */
export const Mark = ({ size = 20 }: { size?: number }) => (
  <svg className={styles.mark} viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
    <path className={styles.race} d="M1 3 A3 3 0 0 1 4 6 V8 A6 6 0 0 0 10 14 H15" />
    <circle className={styles.wheel} cx="11" cy="7" r="4" />
  </svg>
);

/** Mark and word: the word in Inter 600 as outlines, a file beside the style sheet. */
export const Brand = () => (
  <span className={styles.brand}>
    <Mark />
    <span className={styles.word} role="img" aria-label="Millrace" />
  </span>
);
