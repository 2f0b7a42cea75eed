import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { ArrowUpFromLine } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { addOperations } from '../../api/operations.js';
import { runOperations } from '../../api/run-operations.js';
import { PageHead } from '../../frame/page-head.js';
import { useSubProject } from '../../frame/sub-project.js';
import { may } from '../../session/can.js';
import { useMe } from '../../session/session.js';
import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { GroupList } from './incidents/group-list.js';
import { messages } from './messages/index.gen.js';
import { Installation } from './now/installation.js';
import nowStyles from './now/now.module.css';
import { Queues } from './now/queues.js';
import { RunCounts } from './now/run-counts.js';
import styles from './operate.module.css';
import { RepairPanel } from './repair/repair-panel.js';
import { useRepairs } from './repair/use-repairs.js';

const MigrateDialog = lazy(() =>
  import('./migrate/migrate-dialog.js').then(({ MigrateDialog: component }) => ({ default: component })),
);

addOperations(runOperations);

const route = getRouteApi('/frame/operate/{-$subProjectId}');

/** What operators do in a sub-project; without one, the sub-projects that the person operates. */
export function OperatePage() {
  const m = messages.use();
  const me = useMe();
  const chosen = useSubProject();
  const { subProjectId } = route.useParams();
  if (subProjectId !== undefined) {
    if (!may(me, { grant: 'workflow.operate', subProjectId })) {
      return (
        <Empty kind="denied" isPage title={m.deniedTitle}>
          {m.deniedText}
        </Empty>
      );
    }
    return <ProjectPage key={subProjectId} subProjectId={subProjectId} />;
  }
  const operated = me.subProjects.filter(({ id }) => may(me, { grant: 'workflow.operate', subProjectId: id }));
  const only = operated.find(({ id }) => id === chosen?.id) ?? (operated.length === 1 ? operated[0] : undefined);
  if (only !== undefined) {
    return <Navigate to="/operate/{-$subProjectId}" params={{ subProjectId: only.id }} replace />;
  }
  return (
    <>
      <PageHead title={m.title} />
      <div className={`scroll ${styles.page}`}>
        <p className="t2">{m.chooseProject}</p>
        <ul className={styles.projects}>
          {operated.map(({ id, name }) => (
            <li key={id}>
              <Link to="/operate/{-$subProjectId}" params={{ subProjectId: id }}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function ProjectPage({ subProjectId }: { subProjectId: string }) {
  const m = messages.use();
  const [isMigrating, setMigrating] = useState(false);
  const { repairs, began, dismiss } = useRepairs(subProjectId);
  return (
    <>
      <PageHead title={m.title}>
        <Button icon={ArrowUpFromLine} onClick={() => setMigrating(true)}>
          {m.migrateRuns}
        </Button>
      </PageHead>
      <div className={`scroll ${styles.page}`}>
        {isMigrating && (
          <Suspense>
            <MigrateDialog
              subProjectId={subProjectId}
              onBegan={(bulkId) => {
                setMigrating(false);
                began(bulkId);
              }}
              onClose={() => setMigrating(false)}
            />
          </Suspense>
        )}
        <RunCounts subProjectId={subProjectId} />
        {repairs.map((bulkId) => (
          <RepairPanel key={bulkId} subProjectId={subProjectId} bulkId={bulkId} onDismiss={() => dismiss(bulkId)} />
        ))}
        <GroupList subProjectId={subProjectId} onBegan={began} />
        <div className={nowStyles.two}>
          <Queues subProjectId={subProjectId} />
          <Installation />
        </div>
      </div>
    </>
  );
}
