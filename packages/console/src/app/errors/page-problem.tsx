import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isSignedOut } from '../../api/problem.js';
import { useTitle } from '../../frame/title.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { messages } from '../messages/index.gen.js';
import styles from './errors.module.css';
import { isGoneChunk } from './gone-chunk.js';
import { UpgradeNote } from './upgrade-note.js';

/** A page that failed, within the frame: the rest of the console goes on. */
export function PageProblem({ error, reset }: ErrorComponentProps) {
  const m = messages.use();
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  useTitle(m.pageFailed);
  useEffect(() => queries.reset(), [queries]);
  // The way to the sign-in page is under way.
  if (isSignedOut(error)) return null;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div className={styles.page}>
      {isGoneChunk(error) ? (
        <UpgradeNote />
      ) : (
        <>
          <h1 className="vh">{m.pageFailed}</h1>
          <ProblemView error={error} title={m.pageFailed} onRetry={retry} />
        </>
      )}
    </div>
  );
}
