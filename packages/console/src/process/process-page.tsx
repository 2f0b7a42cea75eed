import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { addOperations } from '../api/operations.js';
import { processOperations } from '../api/process-operations.js';
import { titleOf } from '../form/schema/process-title.js';
import { useTitle } from '../frame/title.js';
import { ShortId } from '../ui/copy/copy.js';
import { Icon } from '../ui/icon/icon.js';
import { Activity } from './activity/activity.js';
import { ConflictDialog } from './fields/conflict-dialog.js';
import { FieldList } from './fields/field-list.js';
import { FileList } from './files/file-list.js';
import { ProcessHead } from './head/process-head.js';
import { ProcessTools } from './head/process-tools.js';
import { Watch } from './head/watch.js';
import { useProcess } from './model/use-process.js';
import { useReferences } from './model/use-references.js';
import { useSave } from './model/use-save.js';
import styles from './process.module.css';
import { Clocks } from './related/clocks.js';
import { Runs } from './related/runs.js';
import { Waiting } from './related/waiting.js';

addOperations(processOperations);

const route = getRouteApi('/frame/processes/$subProjectId/$processId');

/** A process: its fields, files and runs, and beside them what happened to it. */
export function ProcessPage() {
  const { subProjectId, processId } = route.useParams();
  return <ShownProcessPage key={processId} subProjectId={subProjectId} processId={processId} />;
}

function ShownProcessPage({ subProjectId, processId }: { subProjectId: string; processId: string }) {
  const shown = useProcess(subProjectId, processId);
  const save = useSave(shown);
  const references = useReferences(shown);
  const { schema, process } = shown;
  useTitle(titleOf(shown) ?? schema.name);
  return (
    <>
      <header className={styles.top}>
        <Link to="/processes/$subProjectId" params={{ subProjectId }} className="clip t2 t13">
          {schema.name}
        </Link>
        <span className={styles.id}>
          <Icon of={ChevronRight} size={14} />
          <ShortId id={process.id} />
        </span>
        <span className={styles.tools}>
          <Watch subProjectId={subProjectId} processId={process.id} />
          <ProcessTools shown={shown} />
        </span>
      </header>
      <div className={styles.page}>
        <div className={styles.main}>
          <ProcessHead shown={shown} save={save} />
          <Waiting subProjectId={subProjectId} processId={process.id} />
          {schema.clocks.length > 0 && <Clocks subProjectId={subProjectId} processId={process.id} />}
          <FieldList shown={shown} references={references} save={save} />
          <FileList schema={schema} processId={process.id} />
          <Runs schema={schema} processId={process.id} />
        </div>
        <Activity schema={schema} processId={process.id} references={references} />
      </div>
      <ConflictDialog save={save} shown={shown} references={references} />
    </>
  );
}
