import type { Problem } from '@millrace/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { ProblemError } from '../../api/problem.js';
import type { PointedError } from '../../form/schema/server-errors.js';
import type { Form } from '../../form/state/use-form.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { isTakenByOthers } from '../decide/refusals.js';
import { messages } from '../messages/index.gen.js';
import type { TaskDetail } from '../tasks/task-query.js';
import { verdictOf } from '../tasks/verdict.js';
import styles from './task.module.css';

interface RefusedProps {
  readonly detail: TaskDetail;
  readonly problem: Problem | undefined;
  readonly form: Form;
}

/** Why the server did not take the decision: at the fields where it says so, else in a sentence. */
export function Refused({ detail, problem, form }: RefusedProps) {
  const m = messages.use();
  const [others, setOthers] = useState<readonly PointedError[]>([]);
  const show = useEffectEvent((errors: readonly PointedError[]) => setOthers(form.showErrors(errors, '/payload')));
  const errors = problem?.errors;
  useEffect(() => {
    if (errors !== undefined) show(errors);
  }, [errors]);
  if (problem === undefined) return null;
  const { task, completedBy, names } = detail;
  if (isTakenByOthers(problem) && task.state !== 'OPEN') {
    const name = completedBy === null || task.state !== 'COMPLETED' ? undefined : names[completedBy];
    const text = name === undefined ? m.fasterNobody : m.faster({ name, verdict: verdictOf(task.approved) });
    return (
      <div className={styles.fill}>
        <Note tone="failed">
          <b className="b6">{m.decideFailedTitle}.</b> {text}
        </Note>
      </div>
    );
  }
  const isAtFields = errors !== undefined && errors.length > 0 && others.length === 0;
  if (isAtFields) {
    return (
      <Note tone="failed">
        <b className="b6">{m.decideFailedTitle}.</b> {m.decideFailedText}
      </Note>
    );
  }
  return <ProblemView error={new ProblemError(problem)} title={m.decideFailedTitle} />;
}
