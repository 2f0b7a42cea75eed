import styles from './avatar.module.css';

const TINTS = 5;

/** First letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** The same name has the same colour everywhere. */
const tintOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TINTS;

export const Avatar = ({ name, size = 20 }: { name: string; size?: 20 | 24 | 32 }) => (
  <span
    className={`${styles.avatar} ${styles[`size${size}`]} ${styles[`tint${tintOf(name)}`]}`}
    data-initials={initialsOf(name)}
  />
);

/** A person by name. */
export const Person = ({ name, size = 20 }: { name: string; size?: 20 | 24 }) => (
  <span className={styles.person}>
    <Avatar name={name} size={size} />
    <span className="clip">{name}</span>
  </span>
);
