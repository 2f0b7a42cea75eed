import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { addOperations } from '../../api/operations.js';
import { projectOperations } from '../../api/project-operations.js';
import { PageHead } from '../../frame/page-head.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ProjectField } from '../choose/project-field.js';
import { useProjects } from '../choose/use-projects.js';
import type { CsvTable } from '../csv/csv.js';
import { messages } from '../messages/index.gen.js';
import { readTransferSearch } from '../model/search.js';
import styles from '../transfer.module.css';
import { DropFile } from './drop-file.js';
import { ImportTable } from './import-table.js';

addOperations(projectOperations);

const route = getRouteApi('/frame/import');

/** Imports processes from a table: file, columns, check, corrections, import. */
export function ImportPage() {
  const m = messages.use();
  const { subProject } = readTransferSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const { allowed, project } = useProjects('process.create', subProject);
  const [file, setFile] = useState<{ readonly name: string; readonly table: CsvTable }>();
  return (
    <>
      <PageHead title={m.importTitle} />
      <div className="scroll">
        <div className={styles.page}>
          {project === undefined ? (
            <Empty kind="denied" title={m.noProject}>
              {m.noProjectText}
            </Empty>
          ) : (
            <>
              <ProjectField
                allowed={allowed}
                project={project}
                onChoose={(id) => void navigate({ to: '/import', search: { subProject: id } })}
              />
              {file === undefined ? (
                <DropFile onRead={(name, table) => setFile({ name, table })} />
              ) : (
                <ImportTable
                  key={`${project.id} ${file.name}`}
                  subProjectId={project.id}
                  name={file.name}
                  table={file.table}
                  onAgain={() => setFile(undefined)}
                />
              )}
            </>
          )}
        </div>
      </div>
    </>
  );
}
