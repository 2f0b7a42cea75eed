import { ChooseSubProject } from '../frame/choose-sub-project.js';
import { messages } from './messages/index.gen.js';

/** The sub-projects whose members the person may see. */
export function HomePage() {
  const m = messages.use();
  return <ChooseSubProject title={m.title} text={m.chooseProject} grant="member.read" to="/members/$subProjectId" />;
}
