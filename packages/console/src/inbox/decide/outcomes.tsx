import { lazy, Suspense, useState } from 'react';
import type { Decision } from './decision.js';
import type { TaskResults } from './queue.js';
import { useOutcomes } from './use-outcomes.js';

const Results = lazy(() => import('./results.js').then(({ Results: component }) => ({ default: component })));

/** Says what became of decisions, and of each task where there were several. `open` shows the task. */
export function Outcomes({ open }: { open(decision: Decision): void }) {
  const [shown, show] = useState<{ readonly decision: Decision; readonly results: TaskResults }>();
  useOutcomes(open, (decision, results) => show({ decision, results }));
  if (shown === undefined) return null;
  return (
    <Suspense>
      <Results {...shown} onClose={() => show(undefined)} />
    </Suspense>
  );
}
