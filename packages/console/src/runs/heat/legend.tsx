import type { Marks } from '../diagram/viewer.js';
import type { Measure } from './heat.js';
import { LEVELS } from './heat.js';
import styles from './heat.module.css';
import { messages } from './messages/index.gen.js';

const levels = Array.from({ length: LEVELS }, (_, at) => at + 1);

/** What the colours of the drawing mean. The numbers stand on the elements and in the table. */
export function Legend({ measure, marks }: { measure: Measure; marks: Marks }) {
  const m = messages.use();
  if ((marks.heat?.size ?? 0) === 0) return null;
  return (
    <p className={`${styles.legend} t12 t2`}>
      {m.measureOf({ measure })}: {m.less}
      {levels.map((level) => (
        <i key={level} data-level={level} />
      ))}
      {m.more}
    </p>
  );
}
