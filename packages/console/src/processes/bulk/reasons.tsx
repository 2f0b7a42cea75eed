import type { AnswerOf } from '../../api/call.js';
import { messages } from '../messages/index.gen.js';
import styles from './bulk-bar.module.css';

type Reason = AnswerOf<'getBulkOperation'>['reasons'][number];

/** Why processes refuse, and how many for each reason. */
export function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  const m = messages.use();
  if (reasons.length === 0) return null;
  return (
    <ul aria-label={m.bulkReasons}>
      {reasons.map(({ id, detail, count }) => (
        <li key={`${id} ${detail}`} className={styles.line}>
          <span>{detail.replace(/^\/updates\/[^:]+: /, '')}</span>
          <span className="num b5">{count}</span>
        </li>
      ))}
    </ul>
  );
}
