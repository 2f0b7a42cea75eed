import type { Problem } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ProblemError } from '../../api/problem.js';
import { read } from '../../api/queries.js';
import { hasPasskeys } from '../../session/passkey.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import type { NewDecision, Signature } from '../decide/decision.js';
import { messages } from './messages/index.gen.js';
import { signVote } from './sign-vote.js';
import styles from './signing.module.css';

interface SigningProps {
  /** What is to be signed now. */
  readonly vote: NewDecision | undefined;
  onSigned(signature: Signature): void;
  /** It was not signed: the server refused the vote, or the person was told here why. */
  onStopped(problem: Problem | undefined): void;
}

/** Asks for the passkey when the person decides, and says beforehand that it will be asked for. */
export function Signing({ vote, onSigned, onStopped }: SigningProps) {
  const m = messages.use();
  // Who comes back from the account page may have one now.
  const { data: factors } = useQuery({ ...read('getFactors', {}), staleTime: 0 });
  const [failure, setFailure] = useState<unknown>();
  const hasNone = factors?.passkeys.length === 0;
  const isMissing = hasNone || !hasPasskeys();
  const end = useEffectEvent((signature: Signature | undefined, problem?: Problem) =>
    signature === undefined ? onStopped(problem) : onSigned(signature),
  );
  const begin = useEffectEvent(async (decision: NewDecision, signal: AbortSignal) => {
    setFailure(undefined);
    try {
      const signature = isMissing ? undefined : await signVote(decision, signal);
      if (signal.aborted) return;
      if (signature === undefined) setFailure('notSigned');
      end(signature);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ProblemError)) setFailure(error);
      end(undefined, error instanceof ProblemError ? error.problem : undefined);
    }
  });
  useEffect(() => {
    if (vote === undefined) return;
    // Who goes to another task is not asked any longer.
    const leaving = new AbortController();
    void begin(vote, leaving.signal);
    return () => leaving.abort();
  }, [vote]);
  if (isMissing) {
    return (
      <Note tone={failure === undefined ? 'waiting' : 'failed'}>
        {hasNone ? m.addPasskey({ a: toAccount }) : m.noPasskeys}
      </Note>
    );
  }
  if (failure instanceof Error) return <ProblemView error={failure} />;
  if (failure !== undefined) return <Note tone="failed">{m.notSigned}</Note>;
  return <Note>{vote === undefined ? m.signs : m.asking}</Note>;
}

const toAccount = (text: ReactNode) => (
  <Link to="/account" className={styles.link}>
    {text}
  </Link>
);
