import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { isProblem } from '../../api/problem.js';
import { read } from '../../api/queries.js';
import { PageHead } from '../../frame/page-head.js';
import { lookOf } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { Select } from '../../ui/field/controls.js';
import { Table } from '../../ui/table/table.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { workflowsOf } from '../model/configuration.js';
import { PROJECT } from '../model/search.js';
import styles from './list.module.css';
import { NewProjectLink } from './new-project-link.js';

/** Versions before the current one that are offered; each has its address beside. */
const MOST_VERSIONS = 200;

export interface WorkflowsPageProps {
  readonly subProjectId: string;
  /** Undefined: the current one. */
  readonly version: string | undefined;
}

/** The workflows of a sub-project as a version of the configuration has them. */
export function WorkflowsPage({ subProjectId, version }: WorkflowsPageProps) {
  const m = messages.use();
  const navigate = useNavigate();
  const current = useQuery(read('getSubProjectConfiguration', { subProjectId }));
  const shown = useQuery({ ...read('getSubProjectConfiguration', { subProjectId, version }), retry: false });
  const { error } = shown;
  if (isProblem(error) && error.status === 403) {
    return (
      <Empty kind="denied" isPage title={m.deniedTitle}>
        {m.deniedText}
      </Empty>
    );
  }
  const workflows = shown.data === undefined ? [] : workflowsOf(shown.data.document);
  const newest = Number(current.data?.version ?? 0);
  const numbers = Array.from({ length: Math.min(newest, MOST_VERSIONS) }, (_, before) => String(newest - before));
  const chosen = version ?? current.data?.version ?? '';
  return (
    <>
      <PageHead
        title={m.title}
        beside={
          current.data !== undefined && (
            <span className="t3 t13">{m.currentVersion({ version: current.data.version })}</span>
          )
        }
      >
        {newest > 1 && (
          <Select
            aria-label={m.version}
            value={chosen}
            onChange={({ target }) =>
              void navigate({
                to: '/design/{-$subProjectId}/{-$workflowKey}',
                params: { subProjectId },
                search: target.value === current.data?.version ? {} : { version: target.value },
              })
            }
          >
            {[...new Set([...numbers, chosen])].map((number) => (
              <option key={number} value={number}>
                {number === current.data?.version
                  ? m.versionCurrent({ version: number })
                  : m.versionOf({ version: number })}
              </option>
            ))}
          </Select>
        )}
        <Link
          to="/design/{-$subProjectId}/{-$workflowKey}"
          params={{ subProjectId, workflowKey: PROJECT }}
          className={lookOf({})}
        >
          {m.toDocument}
        </Link>
        <NewProjectLink />
      </PageHead>
      <div className={`scroll ${styles.page}`}>
        {error !== null && <ProblemView error={error} onRetry={() => void shown.refetch()} />}
        {shown.data === undefined && error === null && <SkeletonRows count={4} />}
        {shown.data !== undefined && (
          <>
            {version !== undefined && <Note>{m.oldVersion({ version })}</Note>}
            <p className={`${styles.deployed} t2 t13`}>
              {m.deployed} <When at={shown.data.createdTs} />
            </p>
            {workflows.length === 0 ? (
              <Empty kind="nothing" title={m.noWorkflows}>
                {m.noWorkflowsText}
              </Empty>
            ) : (
              <Table aria-label={m.workflows} scrollLabel={m.workflows}>
                <thead>
                  <tr>
                    <th scope="col">{m.workflow}</th>
                    <th scope="col">{m.description}</th>
                    <th scope="col">{m.file}</th>
                  </tr>
                </thead>
                <tbody>
                  {workflows.map(({ key, name, description, file }) => (
                    <tr key={key}>
                      <td>
                        <Link
                          to="/design/{-$subProjectId}/{-$workflowKey}"
                          params={{ subProjectId, workflowKey: key }}
                          search={version === undefined ? {} : { version }}
                        >
                          {name}
                        </Link>
                      </td>
                      <td className="t2">{description}</td>
                      <td className="t3 mono">{file}</td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            )}
          </>
        )}
      </div>
    </>
  );
}
