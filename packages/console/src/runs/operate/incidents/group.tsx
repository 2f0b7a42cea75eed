import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Badge } from '../../../ui/badge/badge.js';
import { IconButton } from '../../../ui/button/button.js';
import { When } from '../../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import type { IncidentGroup } from '../repair/repair.js';
import { GroupRuns } from './group-runs.js';
import styles from './incidents.module.css';

export interface GroupProps {
  readonly subProjectId: string;
  readonly group: IncidentGroup;
  /** Name of the workflow. */
  readonly workflow: string;
  readonly isOpen: boolean;
  onToggle(): void;
  /** A repair of some of them was begun. */
  onBegan(bulkId: string): void;
}

/** Incidents with one cause: what it is, how many, where and since when. Opened, the runs that have them. */
export function Group({ subProjectId, group, workflow, isOpen, onToggle, onBegan }: GroupProps) {
  const m = messages.use();
  const id = useId();
  const versions = group.versions.map((version) => `v${version}`).join(', ');
  return (
    <li>
      <div className={styles.group}>
        <span className={`${styles.count} num`}>{group.count}</span>
        <div className={styles.cause}>
          <div className={styles.message}>
            <Badge tone="failed">{m.kind({ kind: group.kind })}</Badge>
            <h3 id={id} className="b5" title={group.message}>
              {group.message}
            </h3>
          </div>
          <p className="t12 t3">
            {m.place({ workflow, versions, element: () => <span className="mono">{group.elementId}</span> })}
          </p>
        </div>
        <p className={`${styles.times} t12 t2`}>
          <span>
            {m.first} <When at={group.firstTs} />
          </span>
          <span>
            {m.last} <When at={group.lastTs} />
          </span>
        </p>
        <IconButton
          icon={isOpen ? ChevronDown : ChevronRight}
          label={m.runsOf({ count: group.runCount })}
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={onToggle}
        />
      </div>
      {isOpen && <GroupRuns subProjectId={subProjectId} group={group} onBegan={onBegan} />}
    </li>
  );
}
