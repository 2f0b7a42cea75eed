import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.js';
import { Note } from '../../ui/feedback/note.js';
import type { DrawnElement } from '../drawing/moddle.js';
import { messages } from '../messages/index.gen.js';
import { fewVoters } from './few-voters.js';

/** Of more people nobody says that they are too few. */
const MOST_PEOPLE = '1000';

/** Says when nobody could fulfil the rules of a task with votes, as far as the members of the sub-project tell it. */
export function VoteWarning({ subProjectId, element }: { subProjectId: string; element: DrawnElement }) {
  const m = messages.use();
  const asked = fewVoters(element, []) !== undefined;
  const members = useQuery({
    ...read('getMembers', { subProjectId, perPageCount: MOST_PEOPLE }),
    enabled: asked,
    staleTime: 60_000,
    retry: false,
  });
  if (members.data === undefined || Number(members.data.meta.totalCount) > members.data.members.length) return null;
  const few = fewVoters(element, members.data.members);
  if (few === undefined) return null;
  const { count, quorum } = few;
  return (
    <Note tone="waiting">
      {few.isWithoutStarter ? m.tooFewVotersWithoutStarter({ count, quorum }) : m.tooFewVoters({ count, quorum })}
    </Note>
  );
}
