import { ArrowLeft, ChevronDown, ChevronRight, ChevronUp } from 'lucide-react';
import { IconButton } from '../../ui/button/button.js';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import type { TaskRef } from '../search/inbox-search.js';
import type { TaskDetail } from '../tasks/task-query.js';
import styles from './task.module.css';
import { TaskActions } from './task-actions.js';

interface TaskTopProps {
  readonly detail: TaskDetail | undefined;
  readonly of: TaskRef;
  readonly position: { readonly index: number; readonly count: number } | undefined;
  onBack(): void;
  onStep(by: 1 | -1): void;
}

/** Where the task stands, the way to its neighbours, and what else can be done with it. */
export function TaskTop({ detail, position, onBack, onStep }: TaskTopProps) {
  const m = messages.use();
  return (
    <header className={styles.top}>
      <IconButton icon={ArrowLeft} label={m.back} className={styles.back} onClick={onBack} />
      <div className={styles.crumb}>
        {detail !== undefined && (
          <>
            <span className="clip">{detail.subProject.name}</span>
            <Icon of={ChevronRight} size={12} />
            <span className="clip">{detail.workflow.name}</span>
          </>
        )}
      </div>
      <span className={styles.tools}>
        {position !== undefined && <span className="t12 t3 num">{m.position(position)}</span>}
        <IconButton icon={ChevronUp} label={m.previous} shortcut="k" onClick={() => onStep(-1)} />
        <IconButton icon={ChevronDown} label={m.next} shortcut="j" onClick={() => onStep(1)} />
        {detail !== undefined && <TaskActions detail={detail} />}
      </span>
    </header>
  );
}
