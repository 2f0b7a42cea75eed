import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { addOperations } from '../api/operations.js';
import { projectOperations } from '../api/project-operations.js';
import { ChooseSubProject } from '../frame/choose-sub-project.js';
import { FlowView } from './flow-view.js';
import { messages } from './messages/index.gen.js';
import { type FlowSearch, readCounted, readFlowSearch } from './model/search.js';

addOperations(projectOperations);

const route = getRouteApi('/frame/flow/$subProjectId');

/** The choice of a sub-project. */
export function HomePage() {
  const m = messages.use();
  return <ChooseSubProject title={m.title} text={m.chooseProject} grant="process.read" to="/flow/$subProjectId" />;
}

/** How processes move through the states and stages of a sub-project. */
export function FlowPage() {
  const { subProjectId } = route.useParams();
  const given: FlowSearch = route.useSearch();
  const search = readFlowSearch({ ...given });
  const navigate = useNavigate();
  const change = (next: FlowSearch) =>
    void navigate({
      to: '/flow/$subProjectId',
      params: { subProjectId },
      search: { ...given, ...search, ...next },
      replace: true,
    });
  return (
    <FlowView
      key={subProjectId}
      subProjectId={subProjectId}
      search={search}
      counted={readCounted(given)}
      onSearch={change}
    />
  );
}
