import { lazy, Suspense } from 'react';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Skeleton, StillWorking } from '../../ui/feedback/skeleton.js';
import type { TaskRef } from '../search/inbox-search.js';
import { type SubProjectSchema, useSchemas } from '../tasks/schemas.js';
import { figureOf } from '../tasks/summary.js';
import { type TaskDetail, useTask } from '../tasks/task-query.js';
import { Deciding } from './deciding.js';
import { Facts } from './facts.js';
import styles from './task.module.css';
import { TaskHead } from './task-head.js';
import { TaskTop } from './task-top.js';
import { WhyAsked } from './why-asked.js';

/** Comes with the first task that several persons decide. */
const Votes = lazy(() => import('../votes/votes.js').then(({ Votes: component }) => ({ default: component })));
/** The last part of the text, which nothing follows: it may come a moment later. */
const History = lazy(() => import('./history.js').then(({ History: component }) => ({ default: component })));
/** Comes with the first task that has files. */
const Files = lazy(() => import('./files.js').then(({ Files: component }) => ({ default: component })));

export interface TaskPaneProps {
  readonly of: TaskRef;
  readonly position: { readonly index: number; readonly count: number } | undefined;
  onBack(): void;
  onStep(by: 1 | -1): void;
  /** The task is decided: what comes next is shown. `undo` shows it again. */
  onDecided(): () => void;
}

/** A task with all that a decision needs. */
export function TaskPane({ of, position, onBack, onStep, onDecided }: TaskPaneProps) {
  const { data, error, refetch } = useTask(of);
  const schema = useSchemas([of.subProjectId]).get(of.subProjectId);
  return (
    <article className={styles.pane} id="task">
      <TaskTop detail={data} of={of} position={position} onBack={onBack} onStep={onStep} />
      {data === undefined && error !== null && (
        <div className={styles.problem}>
          <ProblemView error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined && <Body key={data.task.id} detail={data} schema={schema} onDecided={onDecided} />}
    </article>
  );
}

interface BodyProps extends Pick<TaskPaneProps, 'onDecided'> {
  readonly detail: TaskDetail;
  readonly schema: SubProjectSchema | undefined;
}

function Body({ detail, schema, onDecided }: BodyProps) {
  const figure = figureOf(schema, { ...detail.process?.fields });
  const hasFiles = detail.files.length > 0;
  return (
    <>
      <div className={`${styles.body} ${hasFiles ? styles.beside : ''}`}>
        <div className={styles.main}>
          <TaskHead detail={detail} figure={figure} />
          <WhyAsked detail={detail} />
          {detail.task.approval !== undefined && (
            <Suspense>
              <Votes detail={detail} />
            </Suspense>
          )}
          <Facts detail={detail} schema={schema} figure={figure} />
          <Suspense>
            <History detail={detail} />
          </Suspense>
        </div>
        {hasFiles && (
          <Suspense>
            <Files key={detail.task.id} detail={detail} />
          </Suspense>
        )}
      </div>
      <Deciding detail={detail} schema={schema} onDecided={onDecided} />
    </>
  );
}

const Waiting = () => (
  <div className={styles.main} aria-busy="true">
    <StillWorking />
    <Skeleton width="120px" />
    <Skeleton width="240px" height={24} />
    <Skeleton width="200px" height={32} />
    {['70%', '60%', '64%', '50%'].map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
);
