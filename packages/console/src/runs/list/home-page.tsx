import { Link, Navigate } from '@tanstack/react-router';
import { PageHead } from '../../frame/page-head.js';
import { useSubProject } from '../../frame/sub-project.js';
import { may } from '../../session/can.js';
import { useMe } from '../../session/session.js';
import { messages } from '../messages/index.gen.js';
import styles from './list.module.css';

/** The sub-projects whose runs the person may see; with one, or a chosen one, its list at once. */
export function HomePage() {
  const m = messages.use();
  const me = useMe();
  const chosen = useSubProject();
  const readable = me.subProjects.filter(({ id }) => may(me, { grant: 'workflow.read', subProjectId: id }));
  const only = readable.find(({ id }) => id === chosen?.id) ?? (readable.length === 1 ? readable[0] : undefined);
  if (only !== undefined) return <Navigate to="/runs/$subProjectId" params={{ subProjectId: only.id }} replace />;
  return (
    <>
      <PageHead title={m.title} />
      <div className={`scroll ${styles.home}`}>
        <p className="t2">{m.chooseProject}</p>
        <ul>
          {readable.map(({ id, name }) => (
            <li key={id}>
              <Link to="/runs/$subProjectId" params={{ subProjectId: id }}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
