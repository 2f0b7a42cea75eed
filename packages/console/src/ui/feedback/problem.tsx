import type { Problem } from '@millrace/contract';
import { OctagonAlert, RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { NoAnswerError, ProblemError } from '../../api/problem.js';
import { Button } from '../button/button.js';
import { Icon } from '../icon/icon.js';
import { messages } from '../messages/index.gen.js';
import styles from './feedback.module.css';

export interface ProblemViewProps {
  readonly error: unknown;
  /** What did not happen, where the page can say it better than the server. */
  readonly title?: string;
  /** Sends the same request again. */
  onRetry?(): void;
}

interface Told {
  readonly summary: string;
  readonly more: ReactNode;
}

/** What went wrong: what did not happen, what to do, and the ids that support asks for. */
export function ProblemView({ error, title, onRetry }: ProblemViewProps) {
  const m = messages.use();
  const problem = error instanceof ProblemError ? error.problem : undefined;
  const answered = useAnswered(problem);
  const told = problem === undefined ? tellFault(error, m) : answered;
  if (told === undefined) return null;
  return (
    <section className={styles.problem} role="alert">
      <h2>
        <Icon of={OctagonAlert} />
        {title ?? told.summary.replace(/\.$/, '')}
      </h2>
      {title !== undefined && <p>{told.summary}</p>}
      {told.more}
      {onRetry !== undefined && (
        <div>
          <Button icon={RotateCcw} onClick={onRetry}>
            {m.tryAgain}
          </Button>
        </div>
      )}
    </section>
  );
}

/** What is told of an error answer; undefined while the words are loaded. Without them it is told in those of the server. */
function useAnswered(problem: Problem | undefined): Told | undefined {
  const [told, setTold] = useState<Told & { readonly of: Problem }>();
  useEffect(() => {
    if (problem === undefined) return;
    let isCurrent = true;
    void import('./problem-text.js')
      .then(({ textOf }) => textOf(problem))
      .catch(() => ({ summary: `${problem.title}.`, more: <p>{problem.detail}</p> }))
      .then((text) => isCurrent && setTold({ of: problem, ...text }));
    return () => {
      isCurrent = false;
    };
  }, [problem]);
  return told?.of === problem ? told : undefined;
}

function tellFault(error: unknown, m: ReturnType<typeof messages.use>): Told {
  if (error instanceof NoAnswerError) return { summary: `${m.noAnswer}.`, more: <p>{m.noAnswerText}</p> };
  const more = (
    <>
      <p>{m.consoleFaultText}</p>
      {error instanceof Error && <code className={styles.trace}>{error.message}</code>}
    </>
  );
  return { summary: `${m.consoleFault}.`, more };
}
