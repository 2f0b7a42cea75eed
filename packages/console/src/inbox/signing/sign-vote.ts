import { call } from '../../api/call.js';
import { answerOfPasskey } from '../../session/passkey.js';
import { type NewDecision, type Signature, voteRequest } from '../decide/decision.js';

/** Has a passkey of the person sign a vote; undefined: the person closed the dialog, or took too long. */
export async function signVote(decision: NewDecision, signal: AbortSignal): Promise<Signature | undefined> {
  const request = voteRequest(decision, decision.vote ?? 'approve');
  const { at, publicKey } = await call('startApprovalSignature', request, { signal });
  const passkey = await answerOfPasskey(publicKey, signal);
  return passkey && { at, passkey };
}
