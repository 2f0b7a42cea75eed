import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { addOperations } from '../api/operations.js';
import { projectOperations } from '../api/project-operations.js';
import { ChooseSubProject } from '../frame/choose-sub-project.js';
import { useSubProject } from '../frame/sub-project.js';
import { useMe } from '../session/session.js';
import { LogView } from './list/log-view.js';
import { messages } from './messages/index.gen.js';
import { type AuditSearch, readAuditSearch } from './model/search.js';

addOperations(projectOperations);

const home = getRouteApi('/frame/audit');
const ofSubProject = getRouteApi('/frame/audit/$subProjectId');

/** The whole installation for administrators who chose no sub-project; for others the choice of one. */
export function HomePage() {
  const m = messages.use();
  const { administrator } = useMe();
  const chosen = useSubProject();
  const search = readAuditSearch({ ...home.useSearch() });
  const navigate = useNavigate();
  if (!administrator || chosen !== undefined) {
    return <ChooseSubProject title={m.title} text={m.chooseProject} grant="audit.read" to="/audit/$subProjectId" />;
  }
  const change = (next: AuditSearch) => void navigate({ to: '/audit', search: next, replace: true });
  return <LogView subProjectId={undefined} search={search} onSearch={change} />;
}

/** Who changed what and when in a sub-project. */
export function AuditPage() {
  const { subProjectId } = ofSubProject.useParams();
  const search = readAuditSearch({ ...ofSubProject.useSearch() });
  const navigate = useNavigate();
  const change = (next: AuditSearch) =>
    void navigate({ to: '/audit/$subProjectId', params: { subProjectId }, search: next, replace: true });
  return <LogView subProjectId={subProjectId} search={search} onSearch={change} />;
}
