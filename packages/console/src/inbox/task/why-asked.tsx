import { ChevronDown, CircleHelp } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useMe } from '../../session/session.js';
import { Icon } from '../../ui/icon/icon.js';
import { type InboxMessages, messages } from '../messages/index.gen.js';
import type { TaskDetail } from '../tasks/task-query.js';
import styles from './task.module.css';

/** The rules that bring the task to this person. */
export function WhyAsked({ detail: { why, onBehalfOf, task, workflow, names } }: { detail: TaskDetail }) {
  const m = messages.use();
  const own = why.map((each) => sentence(each, m));
  const substitute = onBehalfOf === null ? undefined : m.whySubstitute({ name: names[onBehalfOf] ?? '' });
  const { user } = useMe();
  const hasVoted = task.approval?.votes.some(({ by }) => by === user.id);
  const nobody = hasVoted ? m.whyVoted : m.whyNobody;
  const reasons = substitute !== undefined ? [substitute, ...own] : own.length === 0 ? [nobody] : own;
  const others = task.candidateUsers.map((id) => names[id]).filter((name) => name !== undefined);
  return (
    <details className={styles.why}>
      <summary>
        <Icon of={CircleHelp} size={14} />
        <span>
          <b className="b5">{m.whyAsked}</b>{' '}
          {reasons.slice(0, 1).map((reason) => (
            <Fragment key="first">{reason}</Fragment>
          ))}
        </span>
        <Icon of={ChevronDown} size={14} />
      </summary>
      <div className={styles.whyMore}>
        {reasons.slice(1).map((reason, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences that do not move
          <p key={index}>{reason}</p>
        ))}
        {task.assignee === null && task.approval === undefined && <p>{m.whyFirst}</p>}
        {[...task.candidateGroups, ...others].length > 0 && <p>{[...task.candidateGroups, ...others].join(', ')}</p>}
        <code className="mono">
          {workflow.name} / {task.elementId}
        </code>
      </div>
    </details>
  );
}

function sentence({ rule, group }: TaskDetail['why'][number], m: InboxMessages): ReactNode {
  if (rule === 'candidateGroup') return m.whyGroup({ group: group ?? '', b: (text) => <b className="b5">{text}</b> });
  return { assignee: m.whyAssignee, candidateUser: m.whyUser, anyone: m.whyAnyone, operator: m.whyOperator }[rule];
}
