import type { Operations, ResponseOf } from '@millrace/contract';
import { sessionView } from '../sessions/session-view.js';
import type { BegunSignIn } from './begin-sign-in.js';

/** What the wire says of a sign-in whose first factor was right. */
export function signInAnswer(begun: BegunSignIn): Omit<ResponseOf<Operations['signIn']>, 'userId'> {
  const { status } = begun;
  if (status === 'secondStep') {
    return { status, pendingSignIn: begun.pending.secret, methods: [...begun.pending.methods] };
  }
  const { session } = begun.opened;
  return { status, session: sessionView(session, session.id) };
}
