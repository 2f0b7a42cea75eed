import { Link } from '@tanstack/react-router';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { useProcessTitles } from '../../form/schema/use-process-titles.js';
import { useTitle } from '../../frame/title.js';
import { Badge } from '../../ui/badge/badge.js';
import { RunState } from '../../ui/badge/run-state.js';
import { ShortId } from '../../ui/copy/copy.js';
import { Icon } from '../../ui/icon/icon.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { type RunAnswer, useWorkflowNames } from '../model/use-run.js';
import styles from './run.module.css';

/** Which run it is: its workflow, its process, its state. */
export function RunHead({ subProjectId, answer }: { subProjectId: string; answer: RunAnswer }) {
  const m = messages.use();
  const { run, detail } = answer;
  const workflow = useWorkflowNames(subProjectId).get(run.workflowId) ?? m.run;
  const title = useProcessTitles(subProjectId, [run.processId]).get(run.processId);
  const open = detail.incidents.filter(({ resolvedTs }) => resolvedTs === null).length;
  useTitle(title === undefined ? workflow : `${workflow}, ${title}`);
  return (
    <header className={styles.head}>
      <nav className={styles.crumbs} aria-label={m.breadcrumb}>
        <Link to="/runs/$subProjectId" params={{ subProjectId }} className="t2 t13">
          {m.title}
        </Link>
        <Icon of={ChevronRight} size={14} />
        <ShortId id={run.id} />
      </nav>
      <div className={styles.subject}>
        <h1>
          {workflow} <span className="t3 b5">v{detail.workflowVersion}</span>
        </h1>
        <span className={styles.process}>
          {m.on}{' '}
          <Link to="/processes/$subProjectId/$processId" params={{ subProjectId, processId: run.processId }}>
            {title ?? m.process}
          </Link>
        </span>
        <RunState state={run.state} isPill />
        {open > 0 && (
          <Badge tone="failed">
            <Icon of={TriangleAlert} size={12} />
            {m.incidentCount({ count: open })}
          </Badge>
        )}
        <span className={`${styles.started} t12 t3`}>
          {m.started} <When at={run.createdTs} />
        </span>
      </div>
    </header>
  );
}
