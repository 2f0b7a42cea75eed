import { appendAudit } from '../../audit/records/append.js';
import { changedMembers } from '../../identity/directory/changed-members.js';
import { checkEmail } from '../../identity/directory/email.js';
import { keepAdministrator } from '../../identity/directory/keep-administrator.js';
import { checkName } from '../../identity/directory/user-name.js';
import { changeGroupMembers } from '../../identity/groups/change-group-members.js';
import { groupsOfUsers } from '../../identity/records/group-member-queries.js';
import { lockGroups } from '../../identity/records/group-queries.js';
import {
  countScimUsers,
  findScimCandidates,
  findScimUser,
  lockScimUser,
  renameScimUser,
  type ScimUserRow,
  scimUserPage,
  writeScimUser,
} from '../../identity/records/scim/scim-user-queries.js';
import { EMAIL_INDEXES, insertUser, lockAdministrators, updateUserRow } from '../../identity/records/user-queries.js';
import { endAccess } from '../../identity/sessions/end-access.js';
import { isUuid, newId } from '../../kernel/identifiers.js';
import { isUniqueViolation, type Transaction, transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import { applyPatch, readOperations } from '../patch/apply-patch.js';
import { requireObject } from '../protocol/json-object.js';
import type { ScimDeps } from '../protocol/scim-deps.js';
import { invalid, taken, unknownResource } from '../protocol/scim-error.js';
import {
  answerWith,
  isAsked,
  project,
  requireVersion,
  type ScimAnswer,
  type ScimRequest,
} from '../protocol/scim-request.js';
import { listResources } from './list-resources.js';
import { documentOf, readUser, userResource, type WantedUser } from './user-document.js';

/** People, as SCIM manages them. */
export class ScimUsers {
  readonly #deps: ScimDeps;
  readonly #base: string;

  constructor(deps: ScimDeps, base: string) {
    this.#deps = deps;
    this.#base = base;
  }

  list(request: ScimRequest): Promise<ScimAnswer> {
    const { db } = this.#deps;
    return listResources<ScimUserRow>(request, 'User', {
      count: (where) => countScimUsers(db, where),
      page: (where, page) => scimUserPage(db, where, page),
      show: (users) => this.#resources(request, users),
    });
  }

  async get(request: ScimRequest, id: string): Promise<ScimAnswer> {
    return this.#answer(request, 200, id);
  }

  /** Whom the provider may mean is one person: one it deleted before, or one who was there before the provider. */
  async create(request: ScimRequest): Promise<ScimAnswer> {
    const wanted = readUser(requireObject(request.body, 'The body'));
    check(wanted);
    const id = await naming(() =>
      transaction(this.#deps.db, async (tx) => {
        // Before the rows, as everyone does who takes both.
        if (wanted.active === false) await lockAdministrators(tx);
        const [known, ...others] = await findScimCandidates(tx, wanted);
        if (known === undefined) return this.#insert(tx, request.actor, wanted);
        if (others.length > 0) throw taken('The userName, the externalId and the address belong to different users.');
        if (known.kind === 'service') throw taken('The address belongs to a service account.');
        const isManaged = known.resource !== null && known.deleted === false;
        if (isManaged) throw taken(`The user exists with the id ${known.id}.`);
        await this.#write(tx, request.actor, known, wanted);
        return known.id;
      }),
    );
    return this.#answer(request, 201, id);
  }

  replace(request: ScimRequest, id: string): Promise<ScimAnswer> {
    const wanted = readUser(requireObject(request.body, 'The body'));
    return this.#change(request, id, (user) => ({ ...wanted, externalId: wanted.externalId ?? user.externalId }));
  }

  patch(request: ScimRequest, id: string): Promise<ScimAnswer> {
    const operations = readOperations(request.body);
    return this.#change(request, id, (user) => readUser(applyPatch(documentOf(user), operations)));
  }

  /** Disables the person, whose row stays for the audit log, and takes them out of the groups of the provider. */
  async remove(request: ScimRequest, id: string): Promise<ScimAnswer> {
    await this.#locked(request, id, async (tx, user) => {
      const { name, email } = user;
      const wanted = { ...readUser(documentOf(user)), name, email, active: false };
      await this.#write(tx, request.actor, user, wanted, true);
      const memberships = (await groupsOfUsers(tx, [id])).filter(({ source }) => source === 'scim');
      for (const { id: groupId } of await lockGroups(
        tx,
        memberships.map((membership) => membership.groupId),
      )) {
        const change = { groupId, source: 'scim', add: [], remove: [id] } as const;
        await changeGroupMembers(tx, request.actor, this.#deps.groupRoles, change);
      }
    });
    return { status: 204 };
  }

  async #change(request: ScimRequest, id: string, next: (user: ScimUserRow) => WantedUser): Promise<ScimAnswer> {
    await naming(() =>
      this.#locked(request, id, async (tx, user) => {
        const wanted = next(user);
        check(wanted);
        await this.#write(tx, request.actor, user, wanted);
      }),
    );
    return this.#answer(request, 200, id);
  }

  async #locked(request: ScimRequest, id: string, work: (tx: Transaction, user: ScimUserRow) => Promise<void>) {
    if (!isUuid(id)) throw unknownResource('User', id);
    await transaction(this.#deps.db, async (tx) => {
      // Before the row, as everyone does who takes both.
      if ((await findScimUser(tx, id))?.administrator === true) await lockAdministrators(tx);
      const user = await lockScimUser(tx, id);
      if (user === undefined) throw unknownResource('User', id);
      requireVersion(request, user.version);
      await work(tx, user);
    });
  }

  async #insert(tx: Transaction, actor: Actor, wanted: WantedUser): Promise<string> {
    const { name, email, active = true } = wanted;
    const id = newId();
    const user = {
      id,
      name,
      email,
      kind: 'person',
      administrator: false,
      disabled: !active,
      createdTs: new Date(),
    } as const;
    await insertUser(tx, user);
    await writeScimUser(tx, { ...wanted, id, deleted: false, disabledByScim: !active });
    await audit(tx, actor, id, 'user.create', null, { name, email, disabled: !active, source: 'scim' });
    return id;
  }

  async #write(tx: Transaction, actor: Actor, user: ScimUserRow, wanted: WantedUser, deleted = false): Promise<void> {
    const { name, email, active = !user.disabled } = wanted;
    if (user.administrator && email.toLowerCase() !== user.email.toLowerCase()) {
      throw invalid('mutability', 'The address of an administrator is changed in Millrace only.');
    }
    // Whom an administrator disabled, the provider does not enable.
    const disabled = !active || (user.disabled && user.disabledByScim !== true);
    const disabledByScim = disabled && (!user.disabled || user.disabledByScim === true);
    const change = changedMembers(user, { name, email, disabled });
    await writeScimUser(tx, { ...wanted, id: user.id, deleted, disabledByScim });
    if (change === undefined) return;
    if (change.after.name !== undefined || change.after.email !== undefined) {
      await renameScimUser(tx, user.id, name, email);
    }
    if (change.after.disabled !== undefined) await updateUserRow(tx, user.id, { disabled });
    if (change.after.disabled === true && user.administrator) await keepAdministrator(tx);
    const ended = change.after.disabled === true ? { ended: await endAccess(tx, user.id) } : {};
    await audit(tx, actor, user.id, 'user.update', change.before, { ...change.after, ...ended, source: 'scim' });
  }

  async #answer(request: ScimRequest, status: number, id: string): Promise<ScimAnswer> {
    const user = isUuid(id) ? await findScimUser(this.#deps.db, id) : undefined;
    if (user === undefined) throw unknownResource('User', id);
    const [resource = {}] = await this.#resources(request, [user], (one) => one);
    return answerWith(request, status, resource, user.version);
  }

  async #resources(
    request: ScimRequest,
    users: readonly ScimUserRow[],
    shape = (resource: Record<string, unknown>) => project(request, resource),
  ) {
    const memberships =
      users.length > 0 && isAsked(request, 'groups')
        ? await groupsOfUsers(
            this.#deps.db,
            users.map(({ id }) => id),
          )
        : [];
    return users.map((user) => {
      const groups = memberships
        .filter(({ userId, source }) => userId === user.id && source === 'scim')
        .map(({ groupId, groupName }) => ({ id: groupId, name: groupName }));
      return shape(userResource(this.#base, user, groups));
    });
  }
}

/** @throws CatalogueError 1200, which is answered as 400 */
function check({ name, email }: WantedUser): void {
  checkName(name);
  checkEmail(email);
}

const SCIM_INDEXES = ['scim_users_by_external_id', 'scim_users_by_name'];

/** @throws ScimError 409 for what another user has */
async function naming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (EMAIL_INDEXES.some((index) => isUniqueViolation(error, index))) throw taken('Another user has this address.');
    if (SCIM_INDEXES.some((index) => isUniqueViolation(error, index))) {
      throw taken('Another user has this userName or externalId.');
    }
    throw error;
  }
}

const audit = (
  tx: Transaction,
  actor: Actor,
  id: string,
  action: `user.${string}`,
  before: object | null,
  after: object,
): Promise<void> =>
  appendAudit(tx, actor, [
    { subProjectId: null, subjectType: 'user', subjectId: id, processId: null, action, before, after },
  ]);
