import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { relyingParty } from '../../identity/factors/relying-party.js';
import { findLinkPerson, type LinkPerson } from '../../identity/records/joining/link-person.js';
import { mailboxSuffices } from '../../identity/second-step/mailbox-suffices.js';
import type { SignInLimit } from '../../identity/sign-in/sign-in-limit.js';
import { rateLimited, unauthenticated } from '../../kernel/errors/access-errors.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Database } from '../../postgres/database.js';
import type { Caller, SignIn, UseCases } from '../../use-case/caller.js';
import type { Page, PageSite } from '../frame/page.js';
import {
  type DecideSetting,
  type DecideView,
  decidedPage,
  decidePage,
  decideSignInPage,
  noDecisionPage,
} from '../views/decide-pages.js';
import { decideWords, type Outcome, type PageLanguage, pageLanguage, type TaskDetail } from '../views/decide-words.js';
import { payloadOf, readTaskForm } from '../views/task-form.js';
import type { Visit, VisitAnswer, Visitor } from './visitor.js';

/** A link of an e-mail to one task for one person. */
interface TaskLink {
  readonly subProjectId: string;
  readonly taskId: string;
  readonly userId: string;
  readonly isExpired: boolean;
}

export interface DecideRouteDeps {
  readonly db: Database;
  readonly site: PageSite;
  readonly publicUrl: string;
  readonly visit: Visit;
  /** Of the page where nobody is known, and for people who have chosen none of ours. */
  readonly language: PageLanguage;
  /** Counts links that there are not. */
  readonly signInLimit: Pick<SignInLimit, 'subjects' | 'guess'>;
  readonly taskLinks: {
    find(token: string): Promise<TaskLink | undefined>;
    press(token: string): Promise<boolean>;
    fieldsOf(subProjectId: string): Promise<DecideView['fields']>;
  };
  readonly useCases: Pick<UseCases, 'getTask' | 'castVote' | 'resumeWorkflowRunsApi'>;
}

/** The address with a secret: no page of it may tell it to others. */
export const TASK_LINK_ROUTE = '/decide/:token';

/** A person before a task, by a link or signed in. */
interface Decider {
  readonly caller: Caller;
  readonly setting: DecideSetting;
  readonly subProjectId: string;
  readonly taskId: string;
  readonly person: DecideView['person'];
  /** Path of this page. */
  readonly action: string;
  /** What the proof of the page's form is made with. */
  readonly key: string;
}

/**
 * `/decide/<secret>` of e-mails, and `/decide/<sub-project>/<task>` for who has signed in. GET and HEAD change nothing, however
 * often they come and whatever runs on the page, because what looks into mails opens every link; a pressed button decides, as the
 * operations judge it at that moment.
 */
export function addDecideRoutes(app: FastifyInstance, deps: DecideRouteDeps): void {
  const { visit, site } = deps;
  const linked = visit(async (visitor) => byLink(deps, visitor), { hasSecretAddress: true });
  app.get(TASK_LINK_ROUTE, linked);
  app.post(TASK_LINK_ROUTE, linked);

  const signedIn = visit(async (visitor) => {
    const { subProjectId = '', taskId = '' } = visitor.request.params as Readonly<Record<string, string>>;
    const path = `/decide/${subProjectId}/${taskId}`;
    const setting = { language: deps.language, basePath: site.basePath, hidesAddress: false };
    if (!isUuid(subProjectId) || !isUuid(taskId)) return noDecisionPage(setting, 'unknown');
    const { signedIn: who } = visitor;
    if (who === undefined) return { goTo: `${site.basePath}/sign-in?${new URLSearchParams({ return_to: path })}` };
    const { userId, name } = who.person;
    const person = await findLinkPerson(deps.db, userId);
    const decider: Decider = {
      caller: { ...visitor.caller, principal: who.signIn.principal, signIn: who.signIn, ifMatch: undefined },
      setting: { ...setting, language: pageLanguage(person?.locale ?? null, deps.language) },
      subProjectId,
      taskId,
      person: { id: userId, name },
      action: `${site.basePath}${path}`,
      key: who.person.sessionId,
    };
    const detail = await taskOf(deps.useCases, decider);
    if (detail === undefined) return noDecisionPage(decider.setting, 'notYours');
    return answer(deps, decider, detail, visitor);
  });
  app.get('/decide/:subProjectId/:taskId', signedIn);
  app.post('/decide/:subProjectId/:taskId', signedIn);
}

async function byLink(deps: DecideRouteDeps, visitor: Visitor): Promise<VisitAnswer> {
  const { db, site, taskLinks, publicUrl } = deps;
  const { token = '' } = visitor.request.params as { readonly token?: string };
  const stranger = { language: deps.language, basePath: site.basePath, hidesAddress: true };
  const link = await guess(deps, visitor, token);
  if (link === undefined) return noDecisionPage(stranger, 'unknown');
  if (visitor.request.method === 'POST' && !(await taskLinks.press(token))) {
    throw rateLimited('Too many forms were sent with this link. Try again in an hour.', 3600);
  }
  const found = await findLinkPerson(db, link.userId);
  if (found === undefined) return noDecisionPage(stranger, 'notYours');
  const setting = { ...stranger, language: pageLanguage(found.locale, deps.language) };
  const { subProjectId, taskId, userId } = link;
  if (link.isExpired) return noDecisionPage(setting, 'expired', link);
  const decider: Decider = {
    caller: { ...visitor.caller, principal: found.principal, signIn: linkSignIn(db, found), ifMatch: undefined },
    setting,
    subProjectId,
    taskId,
    person: { id: userId, name: found.principal.name },
    action: `${site.basePath}/decide/${token}`,
    key: token,
  };
  const detail = await taskOf(deps.useCases, decider);
  if (detail === undefined) return noDecisionPage(setting, 'notYours');
  const mustSignIn = detail.task.approval?.authentication !== undefined;
  const isEnough = !mustSignIn && (await mailboxSuffices(db, userId, relyingParty(publicUrl) !== undefined));
  return isEnough ? answer(deps, decider, detail, visitor) : askToSignIn(deps, decider, detail, visitor);
}

/** A link that there is not counts as a wrong guess of its network, before the next one is judged. */
const guess = ({ signInLimit, taskLinks }: DecideRouteDeps, { sender }: Visitor, token: string) => {
  const subjects = signInLimit.subjects('\0link', sender.address);
  return signInLimit.guess({ ...subjects, shared: subjects.shared.slice(1) }, () => taskLinks.find(token));
};

/** How a link stands for a sign-in of its person. */
const linkSignIn = (db: Database, { principal }: LinkPerson): SignIn => ({
  credential: 'link',
  method: undefined,
  amr: [],
  authenticatedAt: undefined,
  sessionId: undefined,
  personalTokenId: undefined,
  async check() {
    if ((await findLinkPerson(db, principal.userId)) === undefined) throw unauthenticated('The person is disabled.');
  },
  async facts() {
    throw unauthenticated('A link in an e-mail opens nothing that goes on.');
  },
});

/** The link alone decides nothing: what became of the task, or the way to sign in. */
function askToSignIn(
  { site }: DecideRouteDeps,
  { setting, subProjectId, taskId, person }: Decider,
  detail: TaskDetail,
  { signedIn, request }: Visitor,
): VisitAnswer {
  if (detail.task.state !== 'OPEN') return decidedPage({ ...setting, person, detail });
  const path = `/decide/${subProjectId}/${taskId}`;
  if (signedIn?.person.userId === person.id) return { goTo: `${site.basePath}${path}` };
  return decideSignInPage({
    ...setting,
    taskName: detail.task.name,
    isAskedByTask: detail.task.approval?.authentication !== undefined,
    person,
    returnTo: path,
    otherPerson: signedIn?.person.name,
    ...(request.method === 'POST' ? { status: 403 } : {}),
  });
}

/** The task as the person sees it now; undefined: not any more. */
async function taskOf(
  { getTask }: Pick<UseCases, 'getTask'>,
  { caller, subProjectId, taskId }: Decider,
): Promise<TaskDetail | undefined> {
  try {
    const { names, ...detail } = await getTask(caller, { subProjectId, taskId });
    return { ...detail, names: { ...names } };
  } catch (error) {
    if (error instanceof CatalogueError && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  }
}

async function answer(
  deps: DecideRouteDeps,
  decider: Decider,
  detail: TaskDetail,
  visitor: Visitor,
): Promise<VisitAnswer> {
  const { useCases } = deps;
  if (visitor.request.method !== 'POST') return pageOf(deps, decider, detail);
  const entered = visitor.members;
  const words = decideWords[decider.setting.language];
  const again = (text: string, status: number, kind: 'bad' | 'warn' = 'bad') =>
    pageOf(deps, decider, detail, { members: entered, failure: { kind, text, status } });
  const outcome = outcomeOf(entered.decision);
  if (outcome === undefined) return again(words.pressButton, 400);
  if (!isSame(entered.seen, seenOf(decider, detail))) return again(words.changed, 409, 'warn');
  try {
    await decide(useCases, decider, detail, outcome, entered);
    return { goTo: decider.action };
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.status >= 500) throw error;
    const now = await taskOf(useCases, decider);
    if (now === undefined) return noDecisionPage(decider.setting, 'notYours');
    const lacksText = error.id === errorIds.invalidValue && (entered.comment ?? '').trim() === '';
    const failure = { kind: 'bad' as const, text: lacksText ? words.textNeeded : error.detail, status: error.status };
    return pageOf(deps, decider, now, { members: entered, failure });
  }
}

/** The page of a task as it is now: a question, or what became of it. */
async function pageOf(
  { taskLinks }: DecideRouteDeps,
  decider: Decider,
  detail: TaskDetail,
  given: Pick<DecideView, 'failure' | 'members'> = { members: {} },
): Promise<Page> {
  const { setting, person, action, subProjectId } = decider;
  const { task, allowed } = detail;
  const hasVoted =
    task.approval?.votes.some(({ by, onBehalfOf }) => by === person.id || onBehalfOf === person.id) === true;
  if (task.state !== 'OPEN' || (hasVoted && detail.onBehalfOf === null))
    return decidedPage({ ...setting, person, detail });
  if (!allowed.decide) return noDecisionPage(setting, 'notAllowed', decider);
  const fields = await taskLinks.fieldsOf(subProjectId);
  const form = readTaskForm(task.form);
  return decidePage({ ...setting, ...given, action, person, detail, fields, form, seen: seenOf(decider, detail) });
}

/** Proves that a form is of a page that showed the process as it is. */
const seenOf = ({ key }: Decider, { task, process }: TaskDetail): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['decide', task.id, process?.version ?? null]))
    .digest('base64url');

function isSame(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const outcomeOf = (text: string | undefined): Outcome | undefined =>
  text === 'approve' || text === 'reject' || text === 'requestChanges' ? text : undefined;

async function decide(
  { castVote, resumeWorkflowRunsApi }: DecideRouteDeps['useCases'],
  { caller, subProjectId, taskId }: Decider,
  { task, run, onBehalfOf }: TaskDetail,
  outcome: Outcome,
  members: Visitor['members'],
): Promise<void> {
  const payload = payloadOf(readTaskForm(task.form), members);
  const text = members.comment?.trim() ?? '';
  const forWhom = onBehalfOf === null ? {} : { onBehalfOf };
  if (task.approval !== undefined) {
    const reason = text === '' ? {} : { reason: text };
    await castVote(caller, { subProjectId, taskId, outcome, payload, ...reason, ...forWhom });
    return;
  }
  const comment = text === '' ? {} : { comment: text };
  const approved = outcome === 'approve';
  await resumeWorkflowRunsApi(caller, {
    subProjectId,
    runId: run.id,
    taskId,
    approved,
    payload,
    ...comment,
    ...forWhom,
  });
}
