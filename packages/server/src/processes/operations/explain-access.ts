import { type Operation, type OperationId, operations } from '@millrace/contract';
import { type Access, authorize, holdsGrant } from '../../access/authorize.js';
import { requireAdministrator } from '../../access/require-administrator.js';
import { requireUser } from '../../access/require-user.js';
import type { Role } from '../../access/role.js';
import type { PrincipalOf } from '../../identity/records/principal-of.js';
import { mayNotCall, unauthenticated } from '../../kernel/errors/access-errors.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { Queryable } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import { findRoleSources } from '../../sub-projects/members/role-sources.js';
import type { UseCase, UserPrincipal } from '../../use-case/caller.js';
import { explainField, hasField } from '../explain/explain-field.js';
import { explainProcess } from '../explain/explain-process.js';
import { type CheckName, type Explanation, Findings } from '../explain/explanation.js';

/** What explainAccess needs. */
export interface ExplainDeps {
  readonly db: Queryable;
  readonly subProjects: SubProjects;
  readonly principalOf: PrincipalOf;
}

type Request = Parameters<UseCase<'explainAccess'>>[1];

/**
 * explainAccess: makes the checks of D13 with the functions that the operation itself uses, and says what each one found.
 * Only the administrator and readers of the audit log may ask about other users. About themselves callers learn no more
 * than the operation's own answer tells them.
 *
 * @throws CatalogueError about others what {@link authorize} raises
 */
export const explainAccess =
  (deps: ExplainDeps): UseCase<'explainAccess'> =>
  async (caller, request) => {
    const operation: Operation & { readonly id: OperationId } = operations[request.operation];
    const user = requireUser(caller.principal, operations.explainAccess);
    const userId = request.userId ?? user.userId;
    await mayAskAbout(deps, user, request.subProjectId, userId);
    const findings = new Findings();
    const roles = await check(deps, findings, operation, await principalToExplain(deps, user, userId), request);
    const { subProjectId } = request;
    return { subProjectId, operation: operation.id, userId, ...findings.result(), roles };
  };

async function mayAskAbout(
  deps: ExplainDeps,
  principal: UserPrincipal,
  subProjectId: string,
  userId: string,
): Promise<void> {
  if (userId === principal.userId) return;
  if (principal.administrator && principal.scopes.length === 0) return;
  authorize(principal, await deps.subProjects.load(subProjectId), 'audit.read', errorIds.mayNotRead);
}

const principalToExplain = async (deps: ExplainDeps, principal: UserPrincipal, userId: string) =>
  userId === principal.userId ? principal : deps.principalOf(deps.db, { userId, scopes: [] });

async function check(
  deps: ExplainDeps,
  findings: Findings,
  operation: Operation & { readonly id: OperationId },
  principal: UserPrincipal | undefined,
  request: Request,
): Promise<Explanation['roles']> {
  if (principal === undefined) {
    findings.failed('user', unauthenticated('There is no such user, or it is disabled.'));
    return [];
  }
  findings.passed('user', `${principal.name} may sign in.`, 'user');
  const { permission } = operation;
  if (permission.kind === 'admin') {
    refusable(findings, 'grant', () => requireAdministrator(principal, { ...operation, permission }));
    if (!findings.refused) findings.passed('grant', 'The user is the administrator.', 'administrator');
    return [];
  }
  if (permission.kind === 'session' && principal.clientId !== undefined) {
    findings.failed('grant', mayNotCall('Only people with a session of a browser may call it, no token.'));
    return [];
  }
  if (permission.kind !== 'role') {
    findings.passed('grant', 'Everybody who has signed in may call it.', 'grant');
    return [];
  }
  const subProject = await load(deps, findings, operation.id, request.subProjectId);
  if (subProject === undefined) return [];
  const access = explainGrant(findings, principal, subProject, permission);
  const { processId, field } = request;
  const question = { subProject, operation: operation.id, processId };
  const covering = access && (await explainProcess(deps.db, findings, { ...question, access }));
  if (access !== undefined && field !== undefined && !findings.refused) {
    explainField(findings, subProject, access, covering ?? access.roles, field);
  }
  const held = rolesOf(principal, subProject);
  const sources = held.length === 0 ? [] : await sourcesOf(deps.db, subProject.id, principal.userId);
  return held.map((role) => ({
    name: role.name,
    grants: holdsGrant(role, permission.grant),
    covers: covering === undefined ? null : covering.includes(role),
    field: field === undefined ? null : hasField(permission.grant, role, field),
    sources: sources
      .filter(({ roles }) => roles.includes(role.name))
      .map(({ source, group, since }) => ({ source, group, since })),
  }));
}

const sourcesOf = async (db: Queryable, subProjectId: string, userId: string) =>
  (await findRoleSources(db, subProjectId, [userId])).get(userId) ?? [];

async function load(deps: ExplainDeps, findings: Findings, operation: OperationId, id: string) {
  try {
    const options = operation === 'updateProcessField' ? { unknownSubProject: errorIds.processNotFound } : {};
    const subProject = await deps.subProjects.load(id, options);
    findings.passed('subProject', `"${subProject.name}", version ${subProject.version} of its configuration.`);
    return subProject;
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    findings.failed('subProject', error);
    return undefined;
  }
}

/** The scope, the roles and the grant, as `authorize` judges them in one. */
function explainGrant(
  findings: Findings,
  principal: UserPrincipal,
  subProject: SubProject,
  { grant, denied }: Extract<Operation['permission'], { kind: 'role' }>,
): Access | undefined {
  const scoped = authorizeOrError({ ...principal, administrator: true }, subProject, grant, denied);
  if (scoped instanceof CatalogueError) {
    findings.failed('scope', scoped);
    return undefined;
  }
  findings.passed('scope', principal.scopes.length === 0 ? 'The token is not limited.' : principal.scopes.join(' '));
  const access = authorizeOrError(principal, subProject, grant, denied);
  const held = rolesOf(principal, subProject);
  if (access instanceof CatalogueError) {
    if (held.length === 0) findings.failed('roles', access, subProject.roles.size === 0 ? '/roles' : '/members');
    else {
      findings.passed('roles', held.map(({ name }) => name).join(', '));
      findings.failed('grant', access, `/roles/${held[0]?.name ?? ''}`);
    }
    return undefined;
  }
  findings.passed('roles', held.map(({ name }) => name).join(', ') || 'None, as the administrator needs none.');
  const [first] = access.roles;
  if (first === undefined) findings.passed('grant', 'The administrator may do everything.', 'administrator');
  else {
    const names = access.roles.map(({ name }) => name).join(', ');
    findings.passed('grant', `${grant} is granted by ${names}.`, `/roles/${first.name}`);
  }
  return access;
}

function authorizeOrError(...question: Parameters<typeof authorize>): Access | CatalogueError {
  try {
    return authorize(...question);
  } catch (error) {
    if (error instanceof CatalogueError) return error;
    throw error;
  }
}

function refusable(findings: Findings, check: CheckName, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    findings.failed(check, error);
  }
}

const rolesOf = ({ userId }: UserPrincipal, subProject: SubProject): readonly Role[] =>
  (subProject.members.get(userId) ?? []).flatMap((name) => subProject.roles.get(name) ?? []);
