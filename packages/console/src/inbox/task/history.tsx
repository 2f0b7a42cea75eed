import { Race, RaceStep } from '../../ui/race/race.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import type { TaskDetail } from '../tasks/task-query.js';
import { verdictOf } from '../tasks/verdict.js';
import styles from './task.module.css';

/** What was decided before in this run, and what is asked now: one line that says "and then". */
export function History({ detail }: { detail: TaskDetail }) {
  const m = messages.use();
  const { decisions, task, run, names, allowed, completedBy, comment } = detail;
  const verdicts = { approved: m.approvedBy, rejected: m.rejectedBy, changes: m.changesRequestedBy };
  const b = (text: React.ReactNode) => <b className="b5">{text}</b>;
  const nameOf = (id: string | null) => (id === null ? m.system : (names[id] ?? m.somebody));
  return (
    <section className="col g8">
      <h3 className="label">{m.untilNow}</h3>
      <Race label={m.untilNow}>
        <RaceStep state="done">
          {m.started} <Ago at={run.createdTs} />
        </RaceStep>
        {decisions.map(({ taskId, name, approved, by, comment: said, completedTs }) => (
          <RaceStep key={taskId} state="done">
            {verdicts[verdictOf(approved)]({ name: nameOf(by), b })} <span className="t2">{name}</span>{' '}
            <Ago at={completedTs} />
            {said !== null && (
              <p className={styles.said} dir="auto">
                {said}
              </p>
            )}
          </RaceStep>
        ))}
        {task.state === 'OPEN' && <RaceStep state="now">{allowed.decide ? m.yourDecision : task.name}</RaceStep>}
        {task.state === 'COMPLETED' && (
          <RaceStep state="done">
            {verdicts[verdictOf(task.approved)]({ name: nameOf(completedBy), b })}{' '}
            {task.completedTs !== null && <Ago at={task.completedTs} />}
            {comment !== null && (
              <p className={styles.said} dir="auto">
                {comment}
              </p>
            )}
          </RaceStep>
        )}
      </Race>
    </section>
  );
}

const Ago = ({ at }: { at: string }) => (
  <span className="t3">
    · <When at={at} />
  </span>
);
