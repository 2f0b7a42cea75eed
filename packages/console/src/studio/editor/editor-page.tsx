import { useQuery } from '@tanstack/react-query';
import { isProblem } from '../../api/problem.js';
import { read } from '../../api/queries.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { StillWorking } from '../../ui/feedback/skeleton.js';
import { messages } from '../messages/index.gen.js';
import { workflowsOf } from '../model/configuration.js';
import { Studio } from './studio.js';

export interface EditorPageProps {
  readonly subProjectId: string;
  readonly workflowKey: string;
  /** Undefined: the current one. */
  readonly version: string | undefined;
}

/** A workflow in the studio: of the current version to be changed, of an earlier one to be read. */
export function EditorPage({ subProjectId, workflowKey, version }: EditorPageProps) {
  const m = messages.use();
  const { data, error, refetch } = useQuery({
    ...read('getSubProjectConfiguration', { subProjectId, version }),
    // A diagram that is being changed is not exchanged below the person's hands: deploying notices a newer version.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isProblem(error) && error.status === 403) {
    return (
      <Empty kind="denied" isPage title={m.deniedTitle}>
        {m.deniedText}
      </Empty>
    );
  }
  if (error !== null) return <ProblemView error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <StillWorking />;
  const workflow = workflowsOf(data.document).find(({ key }) => key === workflowKey);
  const bpmn = workflow === undefined ? undefined : (data.files as Readonly<Record<string, string>>)[workflow.file];
  if (workflow === undefined || bpmn === undefined) {
    return (
      <Empty kind="nothing" isPage title={m.unknownWorkflow}>
        {m.unknownWorkflowText}
      </Empty>
    );
  }
  return (
    <Studio
      key={`${workflowKey} ${data.version}`}
      subProjectId={subProjectId}
      workflow={workflow}
      bpmn={bpmn}
      configuration={{ ...data, files: data.files as Readonly<Record<string, string>> }}
      isOld={version !== undefined}
    />
  );
}
