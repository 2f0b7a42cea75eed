import type { AnswerOf } from '../../api/call.js';
import type { InboxVotesMessages } from './messages/index.gen.js';

export type Obstacle = AnswerOf<'explainApproval'>['reasons'][number];

/** Why the person (`self`) or another one may not vote, as a part of a sentence; the server's words for a rule that is not known here. */
export function obstacleText(
  { rule, separation = '', text }: Obstacle,
  who: 'self' | 'other',
  m: InboxVotesMessages,
): string {
  if (rule !== 'separation') {
    const texts = {
      noMember: m.noMember({ who }),
      cannotCall: m.cannotCall({ who }),
      outsideRowFilter: m.outsideRowFilter({ who }),
      notCandidate: m.notCandidate({ who }),
      disabled: m.disabled({ who }),
      voted: m.hasVoted({ who }),
      closed: m.isClosed,
    };
    return texts[rule] ?? text;
  }
  const [kind, name = ''] = separation.split(':', 2);
  switch (kind) {
    case 'starter':
      return m.startedRun({ who });
    case 'task':
      return m.decidedTask({ who, name });
    case 'field':
      return m.namedByField({ who, name });
    case 'editor':
      return m.setField({ who, name });
    default:
      return text;
  }
}
