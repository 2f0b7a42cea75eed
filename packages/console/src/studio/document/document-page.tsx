import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.js';
import { isProblem } from '../../api/problem.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { StillWorking } from '../../ui/feedback/skeleton.js';
import { DocumentStudio } from './document-studio.js';
import { messages } from './messages/index.gen.js';

/** The document of a project as forms, beside its text. */
export function DocumentPage({ subProjectId }: { readonly subProjectId: string }) {
  const m = messages.use();
  const { data, error, refetch } = useQuery({
    // A key of its own: what is being changed is based on what was read first, whatever others deploy meanwhile.
    queryKey: ['studio.document-base', subProjectId],
    queryFn: ({ signal }) => call('getSubProjectConfiguration', { subProjectId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
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
  const configuration = { ...data, files: data.files as Readonly<Record<string, string>> };
  return <DocumentStudio key={data.version} subProjectId={subProjectId} configuration={configuration} />;
}
