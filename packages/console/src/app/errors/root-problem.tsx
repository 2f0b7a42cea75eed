import type { ErrorComponentProps } from '@tanstack/react-router';
import { isSignedOut } from '../../api/problem.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import styles from './errors.module.css';
import { isGoneChunk } from './gone-chunk.js';
import { UpgradeNote } from './upgrade-note.js';

/** When there is not even a frame, for example because the server does not say who is signed in. */
export function RootProblem({ error }: ErrorComponentProps) {
  if (isSignedOut(error)) return null;
  return (
    <main className={styles.root}>
      {isGoneChunk(error) ? (
        <UpgradeNote />
      ) : (
        <>
          <h1 className="vh">Millrace</h1>
          <ProblemView error={error} onRetry={() => location.reload()} />
        </>
      )}
    </main>
  );
}
