import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../../api/queries.js';
import { PageHead } from '../../frame/page-head.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { messages } from '../messages/index.gen.js';
import styles from '../new-project.module.css';
import { FirstColleague } from './first-colleague.js';
import { FirstProcess } from './first-process.js';

/** What comes next in a project that was just created. */
export function StartedPage({ subProjectId }: { readonly subProjectId: string }) {
  const m = messages.use();
  const { data: schema, error, refetch } = useQuery(read('getSubProjectSchema', { subProjectId }));
  return (
    <>
      <PageHead title={schema === undefined ? m.title : m.startedTitle({ name: schema.name })} />
      <div className={`scroll ${styles.page}`}>
        {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
        {schema === undefined && error === null && <SkeletonRows count={4} />}
        {schema !== undefined && (
          <>
            <p className="t2">{m.startedText}</p>
            <FirstColleague subProjectId={subProjectId} />
            <FirstProcess key={schema.version} schema={schema} />
            <p className={`${styles.further} row wrap row-16 t13`}>
              <Link to="/design/{-$subProjectId}/{-$workflowKey}" params={{ subProjectId }}>
                {m.changeWorkflow}
              </Link>
              <Link to="/members/$subProjectId" params={{ subProjectId }}>
                {m.toMembers}
              </Link>
              <Link to="/processes/$subProjectId" params={{ subProjectId }}>
                {m.toProcesses}
              </Link>
            </p>
          </>
        )}
      </div>
    </>
  );
}
