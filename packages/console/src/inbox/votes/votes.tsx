import { useId } from 'react';
import { Badge, type Tone } from '../../ui/badge/badge.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Skeleton } from '../../ui/feedback/skeleton.js';
import { Person } from '../../ui/people/avatar.js';
import { When } from '../../ui/text/when.js';
import type { TaskDetail } from '../tasks/task-query.js';
import { type InboxVotesMessages, messages } from './messages/index.gen.js';
import { obstacleText } from './obstacle.js';
import { type ApprovalStatus, useApproval } from './use-approval.js';
import styles from './votes.module.css';

/** More people are counted, not named. */
const MOST_NAMED = 12;
const tones: Readonly<Record<string, Tone>> = { approve: 'completed', reject: 'rejected', requestChanges: 'waiting' };

/** How far the votes on a task are: who said what, what is still needed and by whom, and who may not vote. */
export function Votes({ detail }: { detail: TaskDetail }) {
  const m = messages.use();
  const title = useId();
  const { data, error, refetch } = useApproval(detail);
  return (
    <section className={styles.votes} aria-labelledby={title}>
      <h3 id={title} className="label">
        {m.title}
      </h3>
      {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton width="60%" />}
      {data !== undefined && <Progress status={data} m={m} />}
    </section>
  );
}

interface ProgressProps {
  readonly status: ApprovalStatus;
  readonly m: InboxVotesMessages;
}

function Progress({ status: { task, needed, reachable, canVote, excluded, names }, m }: ProgressProps) {
  const { approval } = task;
  if (approval === undefined) return null;
  const { approvals, quorum, votes, veto } = approval;
  const isOpen = task.state === 'OPEN';
  const named = canVote.slice(0, MOST_NAMED);
  const more = canVote.length - named.length;
  return (
    <>
      <p className={styles.count}>
        <span className={styles.marks} aria-hidden="true">
          {Array.from({ length: quorum }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks that do not move
            <i key={index} className={index < approvals ? styles.given : undefined} />
          ))}
        </span>
        <b className="b6 num">{m.approvals({ approvals, quorum })}</b>
        {isOpen && <span className="t2">{m.veto({ veto, quorum })}</span>}
      </p>
      {votes.length > 0 && (
        <ul className={styles.list}>
          {votes.map(({ by, onBehalfOf, outcome, reason, fileIds, createdTs }) => (
            <li key={by}>
              <Person name={names[by] ?? m.somebody} />
              {onBehalfOf !== undefined && (
                <span className="t2">{m.forPerson({ name: names[onBehalfOf] ?? m.somebody })}</span>
              )}
              <Badge tone={tones[outcome] ?? 'plain'}>{m.outcome({ outcome })}</Badge>
              <span className="t3 t12">
                <When at={createdTs} />
                {fileIds.length > 0 && <> · {m.files({ count: fileIds.length })}</>}
              </span>
              {reason !== undefined && (
                <p className={styles.reason} dir="auto">
                  {reason}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && !reachable && <Note tone="waiting">{m.unreachable}</Note>}
      {isOpen && reachable && canVote.length > 0 && (
        <p className="t13 t2">
          {m.needed({ count: needed })}{' '}
          <span className={styles.people}>{named.map(({ name }) => name).join(', ')}</span>
          {more > 0 && <> {m.andMore({ count: more })}</>}
        </p>
      )}
      {isOpen &&
        excluded.map(({ id, name, reasons }) => (
          <p key={id} className="t13 t2">
            {m.excluded({ name, reasons: reasons.map((each) => obstacleText(each, 'other', m)).join('; ') })}
          </p>
        ))}
    </>
  );
}
