import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { keyOf } from '../../api/queries.js';
import { useMe } from '../../session/session.js';
import type { InboxAnswer, InboxTask } from '../tasks/inbox-query.js';
import { messages } from './messages/index.gen.js';

/** For whom the person decides a task of the list as a substitute, how far its votes are, and whether the person has voted. */
export function Marks({ item: { task, onBehalfOf } }: { item: InboxTask }) {
  const { approval } = task;
  return (
    <>
      {onBehalfOf !== null && <ForPerson id={onBehalfOf} />}
      {approval !== undefined && task.state === 'OPEN' && <VoteMark approval={approval} />}
    </>
  );
}

/** The name came with the list. */
function ForPerson({ id }: { readonly id: string }) {
  const m = messages.use();
  const lists = useQueryClient().getQueriesData<InfiniteData<InboxAnswer>>({ queryKey: keyOf('getInbox') });
  const pages = lists.flatMap(([, list]) => list?.pages ?? []);
  const name = pages.map(({ names }) => (names as Readonly<Record<string, string>>)[id]).find(Boolean);
  return <span className="clip">{m.forPerson({ name: name ?? m.somebody })}</span>;
}

type Approval = NonNullable<InboxTask['task']['approval']>;

function VoteMark({ approval: { approvals, quorum, votes } }: { approval: Approval }) {
  const m = messages.use();
  const { user } = useMe();
  const mark = { approvals, quorum };
  return <span>{votes.some(({ by }) => by === user.id) ? m.youVoted(mark) : m.ofQuorum(mark)}</span>;
}
