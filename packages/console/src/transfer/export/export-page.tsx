import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../../api/queries.js';
import { PageHead } from '../../frame/page-head.js';
import type { OwnSubProject } from '../../session/session.js';
import { lookOf } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { Radio } from '../../ui/field/controls.js';
import { ProjectField } from '../choose/project-field.js';
import { useProjects } from '../choose/use-projects.js';
import { messages } from '../messages/index.gen.js';
import { readTransferSearch } from '../model/search.js';
import styles from '../transfer.module.css';

const route = getRouteApi('/frame/export');
const formats = ['csv', 'ndjson'] as const;

/** Exports the processes of a sub-project: what the list shows, or all. */
export function ExportPage() {
  const m = messages.use();
  const { subProject, filters } = readTransferSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const { allowed, project } = useProjects('process.read', subProject);
  return (
    <>
      <PageHead title={m.exportTitle} />
      <div className="scroll">
        <div className={styles.page}>
          {project === undefined ? (
            <Empty kind="denied" title={m.noRead}>
              {m.noReadText}
            </Empty>
          ) : (
            <>
              <ProjectField
                allowed={allowed}
                project={project}
                onChoose={(id) => void navigate({ to: '/export', search: { subProject: id } })}
              />
              <Export project={project} filters={filters} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

function Export({ project, filters }: { project: OwnSubProject; filters: string | undefined }) {
  const m = messages.use();
  const [format, setFormat] = useState<(typeof formats)[number]>('csv');
  const all = filtersOf(filters, project.id);
  const { data, error, refetch } = useQuery(read('countProcesses', { filters: all, by: 'state' }));
  if (error !== null) return <ProblemView error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows count={2} />;
  const address = new URL('./v1/process/exportProcesses', document.baseURI);
  address.searchParams.set('filters', all);
  address.searchParams.set('format', format);
  return (
    <>
      {filters !== undefined && <Note>{m.filtered}</Note>}
      <p className="t13">{m.exportText({ count: Number(data.total) })}</p>
      <fieldset className={styles.choices}>
        <legend className="label">{m.format}</legend>
        {formats.map((each) => (
          <Radio key={each} name="format" checked={format === each} onChange={() => setFormat(each)}>
            {each === 'csv' ? m.formatCsv : m.formatNdjson}
          </Radio>
        ))}
      </fieldset>
      {data.total !== '0' && (
        <a className={lookOf({ look: 'primary' })} href={address.href} download={`${project.name}.${format}`}>
          {m.download}
        </a>
      )}
    </>
  );
}

/** The filters of the address with the sub-project; what is no object filters nothing. */
function filtersOf(text: string | undefined, subProjectId: string): string {
  let given: unknown;
  try {
    given = JSON.parse(text ?? '{}');
  } catch {
    given = {};
  }
  const object = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};
  return JSON.stringify({ ...object, subProjectId_id: subProjectId });
}
