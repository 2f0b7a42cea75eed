import { Link, Navigate } from '@tanstack/react-router';
import { PageHead } from '../frame/page-head.js';
import { useSubProject } from '../frame/sub-project.js';
import { useMe } from '../session/session.js';
import styles from './list-page.module.css';
import { messages } from './messages/index.gen.js';

/** The sub-projects of the person; with one, or a chosen one, its list at once. */
export function HomePage() {
  const m = messages.use();
  const { subProjects } = useMe();
  const chosen = useSubProject();
  const [first] = subProjects;
  const only = chosen ?? (subProjects.length === 1 ? first : undefined);
  if (only !== undefined) {
    return <Navigate to="/processes/$subProjectId" params={{ subProjectId: only.id }} replace />;
  }
  return (
    <>
      <PageHead title={m.title} />
      <div className={`scroll ${styles.home}`}>
        <p className="t2">{m.allProcesses}</p>
        <ul className={styles.homeList}>
          {subProjects.map(({ id, name }) => (
            <li key={id}>
              <Link to="/processes/$subProjectId" params={{ subProjectId: id }}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
