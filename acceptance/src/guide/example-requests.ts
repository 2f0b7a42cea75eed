import { type Client, problemOf } from '../support/http.js';
import { operations } from '../support/open-api.js';

/** Errors that say nothing against the request itself: an id that names nothing, or a right that the member does not have. */
const excusable = new Set([1205, 1206, 1207, 1209, 1221, 1239, 1704]);

/** They take a session, a one-time secret or an address with https, which a program that calls the demo does not have. */
const isForBrowsers: ReadonlySet<string> = new Set([
  'confirmTotp',
  'createRecoveryCodes',
  'deleteIdentityLink',
  'finishPasskeyRegistration',
  'finishPasskeySignIn',
  'finishSignIn',
  'removePasskey',
  'removeTotp',
  'renamePasskey',
  'requestEmailChange',
  'signIn',
  'startIdentityLink',
  'startPasskeyRegistration',
  'startPasskeySignIn',
  'startTotp',
  'stepUp',
  'updateMe',
]);

/**
 * Sends the published example of every operation, as a member of the demo's sub-project.
 *
 * @returns what was refused for another reason than that it names a run, a file and so on that is not there
 */
export async function refusedExamples(member: Client): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const { id, example } of operations) {
    const answer = await member.call(id, example);
    if (answer.status < 400) continue;
    const problem = problemOf(answer);
    const namesNothing = (problem.id === 1200 && answer.status === 404) || problem.id === 1019;
    if (!namesNothing && !isForBrowsers.has(id) && !excusable.has(problem.id))
      refused.push(`${id}: ${problem.id} ${problem.detail}`);
  }
  return refused;
}
