import { ChooseSubProject } from '../frame/choose-sub-project.js';
import { messages } from './messages/index.gen.js';
import { GRANTS } from './parts/grants.js';

/** The sub-projects whose connections the person may see. */
export function HomePage() {
  const m = messages.use();
  return (
    <ChooseSubProject
      title={m.title}
      text={m.chooseProject}
      grant={Object.values(GRANTS)}
      to="/connections/$subProjectId"
    />
  );
}
