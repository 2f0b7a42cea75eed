import { changeGroupMembers } from '../../identity/groups/change-group-members.js';
import { auditGroup, LONGEST_GROUP_NAME } from '../../identity/groups/group-view.js';
import { groupMemberPage, usersInGroup } from '../../identity/records/group-member-queries.js';
import {
  deleteGroupRow,
  GROUP_NAME_INDEX,
  insertGroup,
  lockGroup,
  updateGroupRow,
} from '../../identity/records/group-queries.js';
import {
  countScimGroups,
  deleteScimGroup,
  findScimGroup,
  findScimGroupNamed,
  type ScimGroupRow,
  scimGroupPage,
  scimMembersOf,
  writeScimGroup,
} from '../../identity/records/scim/scim-group-queries.js';
import { findScimPeople } from '../../identity/records/scim/scim-user-queries.js';
import { groupBy } from '../../kernel/group-by.js';
import { isUuid, newId } from '../../kernel/identifiers.js';
import { isUniqueViolation, type Transaction, transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import { readOperations } from '../patch/apply-patch.js';
import { type JsonObject, requireObject } from '../protocol/json-object.js';
import { GROUP } from '../protocol/schemas.js';
import type { ScimDeps } from '../protocol/scim-deps.js';
import { invalid, taken, unknownResource } from '../protocol/scim-error.js';
import {
  answerWith,
  etagOf,
  isAsked,
  project,
  requireVersion,
  type ScimAnswer,
  type ScimRequest,
} from '../protocol/scim-request.js';
import { patchGroup, readGroup, type WantedGroup } from './group-document.js';
import { listResources } from './list-resources.js';

/** Groups, as SCIM manages them: their names, and the people whom the provider puts into them. */
export class ScimGroups {
  readonly #deps: ScimDeps;
  readonly #base: string;

  constructor(deps: ScimDeps, base: string) {
    this.#deps = deps;
    this.#base = base;
  }

  list(request: ScimRequest): Promise<ScimAnswer> {
    const { db } = this.#deps;
    return listResources<ScimGroupRow>(request, 'Group', {
      count: (where) => countScimGroups(db, where),
      page: (where, page) => scimGroupPage(db, where, page),
      show: async (groups) => (await this.#resources(request, groups)).map((one) => project(request, one)),
    });
  }

  get(request: ScimRequest, id: string): Promise<ScimAnswer> {
    return this.#answer(request, 200, id);
  }

  /** A group of this name that Millrace has already, for example because a document names it, becomes the provider's. */
  async create(request: ScimRequest): Promise<ScimAnswer> {
    const wanted = readGroup(requireObject(request.body, 'The body'));
    const id = await naming(() =>
      transaction(this.#deps.db, async (tx) => {
        const known = await findScimGroupNamed(tx, { externalId: wanted.externalId ?? null, name: wanted.name ?? '' });
        if (known !== undefined && known.version !== null) throw taken(`The group exists with the id ${known.id}.`);
        const group = known ?? { id: newId(), name: requireGroupName(wanted), createdTs: new Date() };
        if (known === undefined) {
          await insertGroup(tx, { ...group, description: '' });
          await auditGroup(tx, request.actor, group.id, 'group.create', {
            before: null,
            after: { name: group.name, source: 'scim' },
          });
        }
        await lockGroup(tx, group.id);
        await this.#write(tx, request.actor, group, wanted);
        return group.id;
      }),
    );
    return this.#answer(request, 201, id);
  }

  replace(request: ScimRequest, id: string): Promise<ScimAnswer> {
    const sent = readGroup(requireObject(request.body, 'The body'));
    requireGroupName(sent);
    // A group without people comes without members (Okta).
    return this.#change(request, id, () => ({ ...sent, set: sent.set ?? [] }), 200);
  }

  /** Answered without a body: groups may have thousands of people. */
  patch(request: ScimRequest, id: string): Promise<ScimAnswer> {
    const operations = readOperations(request.body);
    return this.#change(request, id, async (tx, group) => {
      const there = await usersInGroup(tx, group.id, 'scim');
      return patchGroup(operations, there);
    });
  }

  /** Takes the provider's people out. The group itself stays while other people are in it or it has roles. */
  async remove(request: ScimRequest, id: string): Promise<ScimAnswer> {
    await this.#locked(request, id, async (tx, group) => {
      await this.#write(tx, request.actor, group, { set: [] });
      await deleteScimGroup(tx, group.id);
      const { total } = await groupMemberPage(tx, group.id, { limit: 0, offset: 0n });
      const used = await this.#deps.groupRoles.subProjectsOf(tx, [group.id]);
      if (total > 0 || used.length > 0) return;
      await deleteGroupRow(tx, group.id);
      await auditGroup(tx, request.actor, group.id, 'group.delete', { before: { name: group.name }, after: null });
    });
    return { status: 204 };
  }

  async #change(
    request: ScimRequest,
    id: string,
    next: (tx: Transaction, group: ScimGroupRow) => WantedGroup | Promise<WantedGroup>,
    status = 204,
  ): Promise<ScimAnswer> {
    await naming(() =>
      this.#locked(request, id, async (tx, group) => this.#write(tx, request.actor, group, await next(tx, group))),
    );
    return status === 204 ? { status } : this.#answer(request, status, id);
  }

  async #locked(request: ScimRequest, id: string, work: (tx: Transaction, group: ScimGroupRow) => Promise<void>) {
    if (!isUuid(id)) throw unknownResource('Group', id);
    await transaction(this.#deps.db, async (tx) => {
      await lockGroup(tx, id);
      const group = await findScimGroup(tx, id);
      if (group === undefined) throw unknownResource('Group', id);
      requireVersion(request, group.version);
      await work(tx, group);
    });
  }

  async #write(
    tx: Transaction,
    actor: Actor,
    group: Pick<ScimGroupRow, 'id' | 'name'>,
    { name, externalId, set, add = [], remove = [] }: WantedGroup,
  ): Promise<void> {
    if (name !== undefined && name !== group.name) {
      await updateGroupRow(tx, group.id, { name });
      await auditGroup(tx, actor, group.id, 'group.update', {
        before: { name: group.name },
        after: { name, source: 'scim' },
      });
    }
    const there = set === undefined ? [] : await usersInGroup(tx, group.id, 'scim');
    const stay = new Set(set);
    const leave = set === undefined ? remove : there.filter((id) => !stay.has(id));
    const join = set ?? add;
    await requirePeople(tx, join);
    await changeGroupMembers(tx, actor, this.#deps.groupRoles, {
      groupId: group.id,
      source: 'scim',
      add: join,
      remove: leave,
    });
    await writeScimGroup(tx, group.id, externalId);
  }

  async #answer(request: ScimRequest, status: number, id: string): Promise<ScimAnswer> {
    const group = isUuid(id) ? await findScimGroup(this.#deps.db, id) : undefined;
    if (group === undefined) throw unknownResource('Group', id);
    const [resource = {}] = await this.#resources(request, [group]);
    return answerWith(request, status, resource, group.version);
  }

  async #resources(request: ScimRequest, groups: readonly ScimGroupRow[]): Promise<readonly JsonObject[]> {
    const ids = groups.map(({ id }) => id);
    const people = ids.length > 0 && isAsked(request, 'members') ? await scimMembersOf(this.#deps.db, ids) : [];
    const byGroup = groupBy(people, ({ groupId }) => groupId);
    return groups.map((group) => ({
      schemas: [GROUP],
      id: group.id,
      ...(group.externalId === null ? {} : { externalId: group.externalId }),
      displayName: group.name,
      members: (byGroup.get(group.id) ?? []).map(({ userId, name }) => ({
        value: userId,
        display: name,
        $ref: `${this.#base}/Users/${userId}`,
      })),
      meta: {
        resourceType: 'Group',
        created: group.createdTs.toISOString(),
        lastModified: (group.updatedTs ?? group.createdTs).toISOString(),
        version: etagOf(group.version),
        location: `${this.#base}/Groups/${group.id}`,
      },
    }));
  }
}

function requireGroupName({ name }: WantedGroup): string {
  if (name !== undefined) return name;
  throw invalid('invalidValue', `displayName must have 1 to ${LONGEST_GROUP_NAME} characters.`);
}

/** @throws ScimError 400 for ids that name no person */
async function requirePeople(tx: Transaction, ids: readonly string[]): Promise<void> {
  const malformed = ids.find((id) => !isUuid(id));
  const known = malformed === undefined && ids.length > 0 ? await findScimPeople(tx, ids) : new Set<string>();
  const unknown = malformed ?? ids.find((id) => !known.has(id.toLowerCase()));
  if (unknown === undefined) return;
  throw invalid(
    'invalidValue',
    `members: there is no User "${unknown.slice(0, 100)}". Groups in groups are not supported.`,
  );
}

async function naming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, GROUP_NAME_INDEX) || isUniqueViolation(error, 'scim_groups_by_external_id')) {
      throw taken('Another group has this displayName or externalId.');
    }
    throw error;
  }
}
