import { Badge } from '../../ui/badge/badge.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { useReasons } from '../../ui/reason/reason.js';
import { messages } from '../messages/index.gen.js';
import { type Decision, tasksOf } from './decision.js';
import type { TaskResults } from './queue.js';
import { isTakenByOthers } from './refusals.js';
import styles from './results.module.css';

interface ResultsProps {
  readonly decision: Decision;
  readonly results: TaskResults;
  onClose(): void;
}

/** What became of each task of a decision about several, those that were refused first. */
export function Results({ decision, results, onClose }: ResultsProps) {
  const m = messages.use();
  const reasons = useReasons();
  const titles = new Map(tasksOf(decision).map(({ taskId, title }) => [taskId, title]));
  const sorted = results.toSorted((one, other) => Number(one.decided) - Number(other.decided));
  const reasonOf = (error: TaskResults[number]['error']) =>
    error === undefined || isTakenByOthers(error) ? m.resultFaster : reasons(error);
  return (
    <Dialog title={m.resultsTitle} onClose={onClose} actions={<Button onClick={onClose}>{m.close}</Button>}>
      <ul className={styles.results}>
        {sorted.map(({ taskId, decided, vote, error }) => (
          <li key={taskId}>
            <span className={styles.title}>{titles.get(taskId) ?? taskId}</span>
            <Badge tone={decided ? 'completed' : 'failed'}>
              {!decided
                ? m.resultRefused
                : vote !== undefined
                  ? m.resultVoted(vote)
                  : decision.approved
                    ? m.resultApproved
                    : m.resultRejected}
            </Badge>
            {!decided && <p className="t2">{reasonOf(error)}</p>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
