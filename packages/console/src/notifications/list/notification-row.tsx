import { Link } from '@tanstack/react-router';
import {
  AlarmClock,
  AtSign,
  Check,
  CircleAlert,
  CircleCheck,
  Hand,
  type LucideIcon,
  MessageSquare,
  TimerOff,
  UserCheck,
} from 'lucide-react';
import type { AnswerOf } from '../../api/call.js';
import { useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { IconButton } from '../../ui/button/button.js';
import { Icon } from '../../ui/icon/icon.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import styles from './notifications.module.css';

type Notification = AnswerOf<'getNotifications'>['notifications'][number];
type Cause = Notification['reasons'][number];

const icons: Readonly<Record<Cause['reason'], LucideIcon>> = {
  assigned: UserCheck,
  mentioned: AtSign,
  candidate: Hand,
  due: AlarmClock,
  breached: TimerOff,
  incident: CircleAlert,
  decided: CircleCheck,
  commented: MessageSquare,
};

/** What happened on one process. Its link opens the task that waits for the person, else the process. */
export function NotificationRow({
  notification,
  names,
}: {
  notification: Notification;
  names: Readonly<Record<string, string>>;
}) {
  const m = messages.use();
  const { mutate: mark } = useChange('markNotificationsRead');
  const { subProject, process, reasons, unread, lastTs, position } = notification;
  const [strongest] = reasons;
  const read = (): void => {
    if (!unread) return;
    mark(
      { notifications: [{ subProjectId: subProject.id, processId: process.id, position }] },
      { onError: (error) => showFailure(error) },
    );
  };
  const content = (
    <>
      {unread && <span className="vh">{m.unreadOne} </span>}
      {process.title}
    </>
  );
  const task = reasons.find(({ reason, taskId }) => taskId !== null && isWork(reason))?.taskId;
  return (
    <li className={styles.row} data-unread={unread}>
      <span className={styles.icon}>{strongest !== undefined && <Icon of={icons[strongest.reason]} size={20} />}</span>
      <div className={styles.text}>
        {typeof task === 'string' ? (
          <Link to="/inbox" search={{ task: `${subProject.id}.${task}` }} className={styles.title} onClick={read}>
            {content}
          </Link>
        ) : (
          <Link
            to="/processes/$subProjectId/$processId"
            params={{ subProjectId: subProject.id, processId: process.id }}
            className={styles.title}
            onClick={read}
          >
            {content}
          </Link>
        )}
        <ul className={styles.reasons}>
          {reasons.map((cause) => (
            <li key={cause.reason}>
              <CauseText cause={cause} names={names} />
            </li>
          ))}
        </ul>
        <span className="t12 t3">
          {subProject.name} · <When at={lastTs} />
        </span>
      </div>
      {unread && <IconButton icon={Check} label={`${m.markRead}: ${process.title}`} onClick={read} />}
    </li>
  );
}

/** Whether the task of a reason is one that the person may still do something with. */
const isWork = (reason: Cause['reason']): boolean => ['assigned', 'candidate', 'due'].includes(reason);

function CauseText({ cause, names }: { cause: Cause; names: Readonly<Record<string, string>> }) {
  const m = messages.use();
  const { reason, count, task, by } = cause;
  const name = by === null ? undefined : names[by];
  return (
    <>
      {m[reason]({ count })}
      {task !== null && count === 1 && `: ${task}`}
      {name !== undefined && ` ${m.byWhom({ name })}`}
    </>
  );
}
