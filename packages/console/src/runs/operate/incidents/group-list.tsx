import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../api/queries.js';
import { figure } from '../../../messages/instants.js';
import { useLocale } from '../../../messages/locale.js';
import { Card } from '../../../ui/card/card.js';
import { Empty } from '../../../ui/feedback/empty.js';
import { Note } from '../../../ui/feedback/note.js';
import { ProblemView } from '../../../ui/feedback/problem.js';
import { SkeletonRows } from '../../../ui/feedback/skeleton.js';
import { useWorkflowNames } from '../../model/use-run.js';
import { messages } from '../messages/index.gen.js';
import { Group } from './group.js';
import styles from './incidents.module.css';

/** The open incidents by their cause, the most frequent first. */
export function GroupList({ subProjectId, onBegan }: { subProjectId: string; onBegan(bulkId: string): void }) {
  const m = messages.use();
  const locale = useLocale();
  const [opened, setOpened] = useState<string>();
  const workflows = useWorkflowNames(subProjectId);
  const { data, error, refetch } = useQuery(read('getIncidentGroups', { subProjectId }));
  return (
    <Card
      title={m.incidentsByCause}
      beside={
        data !== undefined &&
        data.groups.length > 0 && (
          <span className="t12 t3">
            {m.inGroups({ count: figure(data.incidentCount, locale), groups: data.groups.length })}
          </span>
        )
      }
    >
      {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows count={6} />}
      {data?.groups.length === 0 && (
        <Empty kind="nothing" title={m.noIncidents}>
          {m.noIncidentsText}
        </Empty>
      )}
      <ul className={styles.groups}>
        {data?.groups.map((group) => {
          const id = `${group.workflowId} ${group.fingerprint}`;
          return (
            <Group
              key={id}
              subProjectId={subProjectId}
              group={group}
              workflow={workflows.get(group.workflowId) ?? m.workflow}
              isOpen={opened === id}
              onToggle={() => setOpened(opened === id ? undefined : id)}
              onBegan={onBegan}
            />
          );
        })}
      </ul>
      {data?.complete === false && <Note>{m.notAll}</Note>}
    </Card>
  );
}
