import { getRouteApi } from '@tanstack/react-router';
import { addOperations } from '../api/operations.js';
import { processOperations } from '../api/process-operations.js';
import { projectOperations } from '../api/project-operations.js';
import { useMe } from '../session/session.js';
import { Empty } from '../ui/feedback/empty.js';
import { messages } from './messages/index.gen.js';
import { StartedPage } from './started/started-page.js';
import { Wizard } from './wizard/wizard.js';

addOperations(processOperations);
addOperations(projectOperations);

const route = getRouteApi('/frame/design/new');

/** A new project out of a template, and what comes next when it is there. */
export function NewProjectPage() {
  const m = messages.use();
  const { administrator } = useMe();
  const { project } = route.useSearch();
  if (!administrator) {
    return (
      <Empty kind="denied" isPage title={m.deniedTitle}>
        {m.deniedText}
      </Empty>
    );
  }
  return project === undefined ? <Wizard /> : <StartedPage subProjectId={project} />;
}
