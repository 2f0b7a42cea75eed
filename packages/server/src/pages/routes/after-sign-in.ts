import type { Operations, ResponseOf } from '@millrace/contract';
import type { PageSite } from '../frame/page.js';
import { secondStepPage } from '../views/second-step-page.js';
import type { VisitAnswer } from './visitor.js';

/**
 * Where a person goes whose first factor was right: on, to the second step, or to set one up.
 *
 * @param returnTo path of ours to go on to; empty: none
 */
export function afterSignIn(
  { basePath, home }: PageSite,
  returnTo: string,
  begun: ResponseOf<Operations['signIn']>,
): VisitAnswer {
  const { status, pendingSignIn, methods = [] } = begun;
  if (pendingSignIn !== undefined) return secondStepPage({ basePath, returnTo, pendingSignIn, methods });
  const query = returnTo === '' ? '' : `?${new URLSearchParams({ return_to: returnTo })}`;
  if (status === 'enrol') return { goTo: `${basePath}/sign-in/enrol${query}` };
  return { goTo: `${basePath}${returnTo === '' ? home : returnTo}` };
}
