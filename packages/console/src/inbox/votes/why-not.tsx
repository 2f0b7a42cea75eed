import { Note } from '../../ui/feedback/note.js';
import type { TaskDetail } from '../tasks/task-query.js';
import { messages } from './messages/index.gen.js';
import { obstacleText } from './obstacle.js';
import { useMayVote } from './use-approval.js';

/** Why the person may not vote on an open task, where its buttons would be. */
export function WhyNot({ detail }: { detail: TaskDetail }) {
  const m = messages.use();
  const { data } = useMayVote(detail);
  if (data === undefined || data.mayVote) return null;
  const voted = data.reasons.some(({ rule }) => rule === 'voted');
  const others = data.reasons.filter(({ rule }) => rule !== 'voted');
  return (
    <Note tone={voted ? 'plain' : 'waiting'}>
      {voted ? (
        m.votedWaits
      ) : (
        <>
          <b className="b6">{m.mayNotVote}</b> {others.map((each) => obstacleText(each, 'self', m)).join('; ')}.
        </>
      )}
    </Note>
  );
}
