import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.js';
import { isProblem } from '../../api/problem.js';
import { useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { StillWorking } from '../../ui/feedback/skeleton.js';
import type { Configuration } from '../model/configuration.js';
import styles from './document.module.css';
import { messages } from './messages/index.gen.js';

export interface DeployDocumentProps {
  readonly subProjectId: string;
  /** What the text is based on. */
  readonly configuration: Configuration;
  readonly text: string;
  onClose(): void;
}

/** Tells in words what a deployment of the text changes, and deploys it. */
export function DeployDocument({ subProjectId, configuration, text, onClose }: DeployDocumentProps) {
  const m = messages.use();
  const { version, files } = configuration;
  const request = { subProjectId, document: text, files, expectedVersion: version };
  const plan = useQuery({
    queryKey: ['studio.document-plan', subProjectId, version, text],
    queryFn: ({ signal }) => call('deploySubProject', { ...request, dryRun: true }, { signal }),
    gcTime: 0,
    retry: false,
  });
  const deploy = useChange('deploySubProject');
  const error = deploy.error ?? plan.error;
  const { data } = plan;
  return (
    <Dialog
      title={m.deployTitle}
      size="wide"
      onClose={onClose}
      back={m.notYet}
      actions={
        <Button
          look="primary"
          disabled={data?.changed !== true || error !== null}
          isBusy={deploy.isPending}
          onClick={() =>
            deploy
              .mutateAsync(request)
              .then(({ version: number }) => showToast({ text: m.deployed({ version: number }) }))
              // The dialog shows why.
              .catch(() => undefined)
          }
        >
          {data?.changed === true ? m.deployVersion({ version: data.version }) : m.deploy}
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
        {data?.changed === false && <p>{m.nothingToDeploy({ version })}</p>}
        {data?.changed === true && (
          <section aria-label={m.changes}>
            <h3 className="label">{m.changes}</h3>
            <ul className={styles.sentences}>
              {data.changes.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}
