import { operations } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { requireRecentSignIn } from '../../http/sender/recent-sign-in.js';
import { relyingParty } from '../../identity/factors/relying-party.js';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { Authentication } from '../../use-case/authentication.js';
import type { Caller, UseCases } from '../../use-case/caller.js';
import type { PageSite } from '../frame/page.js';
import { type EnrolView, enrolPage, recoveryCodesPage, totpPage } from '../views/enrol-pages.js';
import { secondStepPage } from '../views/second-step-page.js';
import { returnPath } from './return-path.js';
import type { Visit, Visitor } from './visitor.js';

export interface SecondStepRouteDeps {
  readonly site: PageSite;
  readonly publicUrl: string;
  readonly visit: Visit;
  readonly authentication: Authentication;
  readonly useCases: Pick<UseCases, 'finishSignIn' | 'startTotp' | 'confirmTotp'>;
}

/** `/sign-in/second-step`, and `/sign-in/enrol` for people who must set up a second factor. */
export function addSecondStepRoutes(app: FastifyInstance, deps: SecondStepRouteDeps): void {
  const { site, visit, useCases, authentication } = deps;
  const { basePath, home } = site;
  const hasPasskeys = relyingParty(deps.publicUrl) !== undefined;
  const viewOf = ({ members }: Visitor): EnrolView => ({
    basePath,
    home,
    hasPasskeys,
    returnTo: returnPath(members.return_to),
  });

  app.post(
    '/sign-in/second-step',
    visit(async ({ members, caller }) => {
      const { pending_sign_in: pendingSignIn = '', methods = 'totp recoveryCode', code = '' } = members;
      const returnTo = returnPath(members.return_to);
      try {
        await useCases.finishSignIn(caller, { pendingSignIn, ...proofOf(code) });
        return { goTo: `${basePath}${returnTo === '' ? home : returnTo}` };
      } catch (error) {
        const failure = failureOf(error);
        return secondStepPage({ basePath, returnTo, pendingSignIn, methods: methods.split(' '), failure });
      }
    }),
  );

  app.get(
    '/sign-in/enrol',
    visit(async (visitor) => {
      await enrollingCaller(authentication, visitor);
      return enrolPage(viewOf(visitor));
    }),
  );

  app.post(
    '/sign-in/enrol',
    visit(async (visitor) => {
      const { secret, uri } = await useCases.startTotp(await enrollingCaller(authentication, visitor), {});
      return totpPage({ ...viewOf(visitor), secret, uri });
    }),
  );

  app.post(
    '/sign-in/enrol/confirm',
    visit(async (visitor) => {
      const { code = '', secret = '', uri = '' } = visitor.members;
      const caller = await enrollingCaller(authentication, visitor);
      try {
        const { recoveryCodes } = await useCases.confirmTotp(caller, { code });
        return recoveryCodesPage(viewOf(visitor), recoveryCodes);
      } catch (error) {
        const failure = failureOf(error);
        if (!/^[A-Z2-7]{16,64}$/.test(secret) || !uri.startsWith('otpauth://totp/') || uri.length > 1024) throw error;
        return totpPage({ ...viewOf(visitor), secret, uri, failure });
      }
    }),
  );
}

/** Six digits are a code of the app; anything else can only be a recovery code. */
const proofOf = (typed: string): { readonly code: string } | { readonly recoveryCode: string } =>
  /^\d{6}$/.test(typed.replace(/\s/g, '')) ? { code: typed } : { recoveryCode: typed };

/** The visitor as a caller of operations, also while a second factor is missing. @throws CatalogueError 1001, 1018 */
async function enrollingCaller(authentication: Authentication, { sender, caller }: Visitor): Promise<Caller> {
  if (sender.sessionSecret === undefined) throw unauthenticated('Sign in first.');
  const signIn = await authentication.session(sender.sessionSecret, true);
  requireRecentSignIn(operations.startTotp, signIn.principal, signIn, {}, Date.now());
  return { ...caller, principal: signIn.principal, signIn, ifMatch: undefined };
}

/** What the page shows; what is no mistake of the person goes on. */
function failureOf(error: unknown): { readonly status: number; readonly detail: string } {
  if (!(error instanceof CatalogueError) || error.status >= 500) throw error;
  return { status: error.status, detail: error.detail };
}
