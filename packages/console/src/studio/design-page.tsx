import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { addOperations } from '../api/operations.js';
import { projectOperations } from '../api/project-operations.js';
import { ChooseSubProject } from '../frame/choose-sub-project.js';
import { StillWorking } from '../ui/feedback/skeleton.js';
import { NewProjectLink } from './list/new-project-link.js';
import { WorkflowsPage } from './list/workflows-page.js';
import { messages } from './messages/index.gen.js';
import { PROJECT, readStudioSearch } from './model/search.js';

addOperations(projectOperations);

const route = getRouteApi('/frame/design/{-$subProjectId}/{-$workflowKey}');
const EditorPage = lazy(() =>
  import('./editor/editor-page.js').then(({ EditorPage: component }) => ({ default: component })),
);

const DocumentPage = lazy(() =>
  import('./document/document-page.js').then(({ DocumentPage: component }) => ({ default: component })),
);

/** The studio: the choice of a project, the workflows of one, or one of its workflows. */
export function DesignPage() {
  const m = messages.use();
  const { subProjectId, workflowKey } = route.useParams();
  const { version } = readStudioSearch({ ...route.useSearch() });
  if (subProjectId === undefined) {
    return (
      <ChooseSubProject
        title={m.title}
        text={m.chooseProject}
        grant="project.design"
        tools={<NewProjectLink />}
        to="/design/{-$subProjectId}/{-$workflowKey}"
      />
    );
  }
  if (workflowKey === undefined) return <WorkflowsPage subProjectId={subProjectId} version={version} />;
  return (
    <Suspense fallback={<StillWorking />}>
      {workflowKey === PROJECT ? (
        <DocumentPage key={subProjectId} subProjectId={subProjectId} />
      ) : (
        <EditorPage subProjectId={subProjectId} workflowKey={workflowKey} version={version} />
      )}
    </Suspense>
  );
}
