import type { AnswerOf } from '../../api/call.js';
import { figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { isRunState, RunState } from '../../ui/badge/run-state.js';
import styles from './bulk-bar.module.css';

type Outcome = AnswerOf<'getBulkOperation'>['bulkOperation']['outcomes'][number];

/** The states of runs that were started together, and how many are in each. */
export function Outcomes({ label, outcomes }: { label: string; outcomes: readonly Outcome[] }) {
  const locale = useLocale();
  if (outcomes.length === 0) return null;
  return (
    <ul aria-label={label}>
      {outcomes.map(({ outcome, count }) => (
        <li key={outcome} className={styles.line}>
          {isRunState(outcome) ? <RunState state={outcome} /> : outcome}
          <span className="num b5">{figure(Number(count), locale)}</span>
        </li>
      ))}
    </ul>
  );
}
