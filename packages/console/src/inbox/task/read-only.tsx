import { Note } from '../../ui/feedback/note.js';
import { messages } from '../messages/index.gen.js';
import type { TaskDetail } from '../tasks/task-query.js';
import { WhyNot } from '../votes/why-not.js';

/** Why an open task has no buttons for the person. */
export function ReadOnly({ detail }: { detail: TaskDetail }) {
  const m = messages.use();
  return detail.task.approval === undefined ? <Note>{m.readOnly}</Note> : <WhyNot detail={detail} />;
}
