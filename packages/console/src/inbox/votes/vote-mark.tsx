import { useMe } from '../../session/session.js';
import type { InboxTask } from '../tasks/inbox-query.js';
import { messages } from './messages/index.gen.js';

type Approval = NonNullable<InboxTask['task']['approval']>;

/** How far the votes on a task of the list are, and whether the person has voted. */
export function VoteMark({ approval: { approvals, quorum, votes } }: { approval: Approval }) {
  const m = messages.use();
  const { user } = useMe();
  const mark = { approvals, quorum };
  return <span>{votes.some(({ by }) => by === user.id) ? m.youVoted(mark) : m.ofQuorum(mark)}</span>;
}
