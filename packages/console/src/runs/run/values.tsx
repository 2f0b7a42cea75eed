import styles from './timeline.module.css';

/** Of a value without a press. */
const SHOWN = 160;

export const textOf = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** Names and values, short. */
export const Values = ({ values }: { values: Readonly<Record<string, unknown>> }) => (
  <span className={`${styles.values} mono`}>
    {Object.entries(values).map(([name, value]) => {
      const text = textOf(value);
      return (
        <span key={name}>
          {name} = {text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}
        </span>
      );
    })}
  </span>
);
