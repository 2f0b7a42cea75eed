import { NoAnswerError, ProblemError } from '../../api/problem.js';
import { messages } from './messages/index.gen.js';

/** Why something did not happen, in the language of the person; what no message is for, in the words of the server. */
export async function reasonOf(error: unknown): Promise<string> {
  const m = await messages.load();
  if (error instanceof NoAnswerError) return m.noAnswer;
  if (!(error instanceof ProblemError)) return error instanceof Error ? error.message : String(error);
  return m.reason({ code: error.code }) || error.message;
}
