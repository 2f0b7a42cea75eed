import type { Problem } from '@millrace/contract';
import { NoAnswerError, ProblemError } from '../../api/problem.js';
import { messages } from './messages/index.gen.js';

/** Why something did not happen, in the language of the person; what no message is for, in the words of the server. */
export async function reasonOf(error: unknown): Promise<string> {
  return told(await messages.load(), error);
}

type Refusal = Pick<Problem, 'code' | 'detail'>;

/** {@link reasonOf}, for a part that waits for its words before it is shown. */
export function useReasons(): (error: Error | Refusal) => string {
  const m = messages.use();
  return (error) => (error instanceof Error ? told(m, error) : refusal(m, error));
}

function told(m: ReturnType<typeof messages.use>, error: unknown): string {
  if (error instanceof NoAnswerError) return m.noAnswer;
  if (error instanceof ProblemError) return refusal(m, error.problem);
  return error instanceof Error ? error.message : String(error);
}

const refusal = (m: ReturnType<typeof messages.use>, { code, detail }: Refusal): string => m.reason({ code }) || detail;
