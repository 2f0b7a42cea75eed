import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../frame/toasts.js';
import { useMe } from '../../session/session.js';
import { messages } from '../messages/index.gen.js';
import { type NewDecision, tasksOf } from './decision.js';
import { HOLD_MS, startDecisions } from './decisions.js';

/** Takes decisions: they are held for a moment, in which one press takes them back. */
export function useDecide() {
  const m = messages.use();
  const { user } = useMe();
  const queue = startDecisions(useQueryClient(), user.id);
  return {
    /** `onUndo` gets those that were taken back. */
    decide(decisions: readonly NewDecision[], onUndo: (decisions: readonly NewDecision[]) => void) {
      const made = decisions.map((decision) => queue.decide(decision, HOLD_MS));
      const [first] = made;
      if (first === undefined) return;
      const { approved, vote, title } = first;
      const count = made.flatMap(tasksOf).length;
      const text =
        count > 1
          ? (approved ? m.approvedMany : m.rejectedMany)({ count })
          : vote !== undefined
            ? m.votedOne({ title, vote })
            : (approved ? m.approvedOne : m.rejectedOne)({ title });
      const undo = () => {
        stop();
        onUndo(made.filter(({ key }) => queue.undo(key)));
      };
      const close = showToast({ text, stays: HOLD_MS, action: { label: m.undo, key: 'z', run: undo } });
      const keys = new Set(made.map(({ key }) => key));
      // What is sent before its time can no longer be taken back.
      const stop = queue.subscribe(() => {
        if (queue.current().some(({ key, state }) => keys.has(key) && state === 'held')) return;
        stop();
        close();
        if (Date.now() < first.at) showToast({ text });
      });
    },
    sendNow: () => queue.sendNow(),
    dismiss: (taskId: string) => queue.dismiss(taskId),
  };
}
