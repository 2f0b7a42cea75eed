import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, CirclePause } from 'lucide-react';
import { read } from '../../api/queries.js';
import { useMay } from '../../session/can.js';
import { Icon } from '../../ui/icon/icon.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { POLL_MS } from '../model/use-process.js';
import styles from './related.module.css';

/** The open tasks of the process: what it waits for, and the way to decide. */
export function Waiting({ subProjectId, processId }: { subProjectId: string; processId: string }) {
  const m = messages.use();
  const isAllowed = useMay({ grant: 'workflow.read', subProjectId });
  const request = { subProjectId, processId, state: 'OPEN' as const, page: '1', perPageCount: '10' };
  const { data } = useQuery({ ...read('getTasks', request), enabled: isAllowed, refetchInterval: POLL_MS });
  if (data === undefined || data.tasks.length === 0) return null;
  return (
    <ul className={styles.waits}>
      {data.tasks.map(({ id, name, createdTs }) => (
        <li key={id} className={`${styles.wait} state-waiting`}>
          <Icon of={CirclePause} />
          <span className="grow">
            {m.waitsFor} <b className="b5">{name}</b> · <When at={createdTs} />
          </span>
          <Link to={'/inbox' as string} search={{ task: `${subProjectId}.${id}` } as never} className="row row-4">
            {m.decide}
            <Icon of={ArrowRight} size={14} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
