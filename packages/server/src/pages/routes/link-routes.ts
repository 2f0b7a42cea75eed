import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notUsable } from '../../identity/joining/use-link.js';
import { lookAtLink } from '../../identity/one-time-links/one-time-links.js';
import { findInvitation } from '../../identity/records/joining/invitation-queries.js';
import type { LinkRow } from '../../identity/records/joining/one-time-link-queries.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { Database } from '../../postgres/database.js';
import type { UseCases } from '../../use-case/caller.js';
import type { Page, PageSite } from '../frame/page.js';
import {
  confirmEmailPage,
  deadLinkPage,
  forgotPasswordPage,
  invitationPage,
  type LinkFailure,
  linkDonePage,
  newPasswordPage,
  signInLinkPage,
} from '../views/link-pages.js';
import { afterSignIn } from './after-sign-in.js';
import { returnPath } from './return-path.js';
import type { Visit, VisitAnswer, Visitor } from './visitor.js';

export interface LinkRouteDeps {
  readonly db: Database;
  readonly site: PageSite;
  readonly visit: Visit;
  readonly useCases: Pick<
    UseCases,
    'acceptInvitation' | 'resetPassword' | 'confirmEmailChange' | 'signInWithLink' | 'requestPasswordReset'
  >;
}

/** `/link/<secret>`: GET shows what the link is for and changes nothing; its form uses the link. And `/forgot-password`. */
export function addLinkRoutes(app: FastifyInstance, deps: LinkRouteDeps): void {
  const { db, site, visit } = deps;
  const { basePath } = site;

  app.get(
    '/link/:token',
    visit(async (visitor) => {
      const token = tokenOf(visitor.request);
      return pageOf(deps, await lookAtLink(db, token), token, visitor);
    }),
  );

  app.post(
    '/link/:token',
    visit(async (visitor) => {
      const token = tokenOf(visitor.request);
      const link = await lookAtLink(db, token);
      if (link?.state !== 'open') return pageOf(deps, link, token, visitor);
      try {
        return await use(deps, link, token, visitor);
      } catch (error) {
        const failure = failureOf(error);
        if (error instanceof CatalogueError && error.id === errorIds.linkNotUsable)
          return deadLinkPage(basePath, failure);
        return pageOf(deps, link, token, visitor, failure);
      }
    }),
  );

  app.get(
    '/forgot-password',
    visit(async () => forgotPasswordPage(basePath, { email: '' })),
  );

  app.post(
    '/forgot-password',
    visit(async ({ caller, members }) => {
      const { email = '' } = members;
      try {
        const { message } = await deps.useCases.requestPasswordReset(caller, { email: email.trim() });
        return linkDonePage(basePath, 'Look into your mailbox', message);
      } catch (error) {
        return forgotPasswordPage(basePath, { email, failure: failureOf(error) });
      }
    }),
  );
}

const tokenOf = ({ params }: FastifyRequest): string => (params as { readonly token: string }).token;

/** What the person can put right is shown with the form. @throws the error otherwise */
function failureOf(error: unknown): LinkFailure {
  if (error instanceof CatalogueError && error.status < 500) return { status: error.status, detail: error.detail };
  throw error;
}

async function pageOf(
  { db, site }: LinkRouteDeps,
  link: LinkRow | undefined,
  token: string,
  { members }: Visitor,
  failure?: LinkFailure,
): Promise<Page> {
  if (link?.state !== 'open') {
    return deadLinkPage(site.basePath, failureOf(notUsable(link, link?.purpose ?? 'sign-in')));
  }
  const view = { action: `${site.basePath}/link/${encodeURIComponent(token)}`, failure };
  switch (link.purpose) {
    case 'invitation': {
      const invitation = await findInvitation(db, link.subject);
      const { name = invitation?.name ?? '', email: typedEmail = '' } = members;
      return invitationPage({ ...view, email: invitation?.email ?? null, typedEmail, name });
    }
    case 'password-reset':
      return newPasswordPage(view);
    case 'email-change':
      return confirmEmailPage({ ...view, email: String(link.data.email) });
    case 'sign-in':
      return signInLinkPage({
        ...view,
        returnTo: returnPath(members.return_to),
        isPressed: link.data.pressed === true,
      });
  }
}

async function use(
  { useCases, site }: LinkRouteDeps,
  { purpose }: LinkRow,
  token: string,
  { caller, members }: Visitor,
): Promise<VisitAnswer> {
  const { basePath } = site;
  const { name = '', password = '', email, return_to: returnTo } = members;
  switch (purpose) {
    case 'invitation':
      return afterSignIn(
        site,
        '',
        await useCases.acceptInvitation(caller, { token, name, password, ...(email === undefined ? {} : { email }) }),
      );
    case 'password-reset':
      await useCases.resetPassword(caller, { token, password });
      return linkDonePage(basePath, 'Your password is set', 'Sign in with the new password.');
    case 'email-change': {
      const { email: confirmed } = await useCases.confirmEmailChange(caller, { token });
      return linkDonePage(basePath, 'Your address is confirmed', `Sign in with ${confirmed} from now on.`);
    }
    case 'sign-in':
      return afterSignIn(site, returnPath(returnTo), await useCases.signInWithLink(caller, { token }));
  }
}
