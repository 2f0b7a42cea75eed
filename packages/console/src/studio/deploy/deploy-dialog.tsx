import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.js';
import { isProblem } from '../../api/problem.js';
import { read, useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { StillWorking } from '../../ui/feedback/skeleton.js';
import type { DiagramEditor } from '../drawing/diagram-editor.js';
import { messages } from '../messages/index.gen.js';
import type { Configuration, Workflow } from '../model/configuration.js';
import { GateReport, useGate } from '../trial/gate.js';
import { ChangeList } from './change-list.js';
import styles from './deploy.module.css';
import { diagramChanges } from './diagram-changes.js';

export interface DeployDialogProps {
  readonly subProjectId: string;
  /** The configuration that the drawing is based on, with the scenarios that were saved since. */
  readonly configuration: Configuration;
  /** The drawing as it was deployed. */
  readonly deployed: string;
  readonly workflow: Workflow;
  readonly editor: DiagramEditor;
  onClose(): void;
}

/** Shows what a deployment of the drawing changes, and deploys it. */
export function DeployDialog({
  subProjectId,
  configuration,
  deployed: bpmnBefore,
  workflow,
  editor,
  onClose,
}: DeployDialogProps) {
  const m = messages.use();
  const { version, document, files } = configuration;
  const plan = useQuery({
    queryKey: ['studio.plan', subProjectId, workflow.key, version],
    queryFn: async ({ signal }) => {
      const bpmn = await editor.save();
      const [before, after] = await Promise.all([editor.parse(bpmnBefore), editor.parse(bpmn)]);
      const request = {
        subProjectId,
        document,
        files: { ...files, [workflow.file]: bpmn },
        expectedVersion: version,
      };
      const told = await call('deploySubProject', { ...request, dryRun: true }, { signal });
      return { request, told, changes: diagramChanges(before, after) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const gate = useGate(subProjectId, plan.data?.request);
  const deploy = useChange('deploySubProject');
  const error = deploy.error ?? plan.error;
  const { data } = plan;
  const send = () => {
    if (data === undefined) return;
    deploy.mutate(data.request, {
      onSuccess: (deployed) => {
        showToast({ text: m.deployedVersion({ version: deployed.version }) });
        onClose();
      },
    });
  };
  return (
    <Dialog
      title={m.deployTitle({ name: workflow.name })}
      size="wide"
      onClose={onClose}
      back={m.notYet}
      actions={
        <Button
          look="primary"
          disabled={data?.told.changed !== true || error !== null || gate.passed !== true}
          title={gate.passed === false ? m.scenariosFailed : undefined}
          isBusy={deploy.isPending}
          onClick={send}
        >
          {data?.told.changed === true ? m.deployVersion({ version: data.told.version }) : m.deploy}
        </Button>
      }
    >
      <div className={styles.plan}>
        {error !== null &&
          (isProblem(error, 'ERROR_CONFLICT') ? (
            <Note tone="failed">{m.deployConflict({ version })}</Note>
          ) : (
            <ProblemView error={error} title={m.notDeployed} />
          ))}
        {data === undefined && error === null && <StillWorking />}
        {data?.told.changed === false && <p>{m.nothingToDeploy({ version })}</p>}
        {data?.told.changed === true && (
          <>
            <section aria-label={m.changesOfProject}>
              <h3 className="label">{m.changesOfProject}</h3>
              <ul className={styles.sentences}>
                {data.told.changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
            </section>
            <ChangeList changes={data.changes} />
            <GateReport gate={gate} />
            {data.told.warnings.length > 0 && (
              <section aria-label={m.warnings}>
                <h3 className="label">{m.warnings}</h3>
                <ul className={styles.sentences}>
                  {data.told.warnings.map(({ path, message }) => (
                    <li key={`${path} ${message}`}>
                      <span className="mono t12 t3">{path}</span> {message}
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <OpenRuns
              subProjectId={subProjectId}
              workflowId={data.told.workflows.find(({ key }) => key === workflow.key)?.id}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** What becomes of the runs that have begun. */
function OpenRuns({ subProjectId, workflowId = '' }: { subProjectId: string; workflowId?: string }) {
  const m = messages.use();
  const { data } = useQuery({
    ...read('getWorkflowRuns', {
      subProjectId,
      workflowId,
      state: 'RACING,PAUSED,FAILED',
      page: '1',
      perPageCount: '1',
      include: 'meta',
    }),
    enabled: workflowId !== '',
  });
  if (data?.meta === undefined) return null;
  return <Note>{m.openRuns({ count: Number(data.meta.totalCount) })}</Note>;
}
