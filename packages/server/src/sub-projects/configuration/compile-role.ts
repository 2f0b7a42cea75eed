import { coversEventType } from '@millrace/contract';
import { covered, everything, type NameSet, only, type Role } from '../../access/role.js';
import type { NormalGrant, NormalRole } from '../document/model/normal-document.js';
import { parseRowFilter } from '../document/model/row-filter-document.js';
import type { FieldDefinition } from '../fields/field-definition.js';

/** A role of a valid document, ready to decide (D12). */
export function compileRole(role: NormalRole, known: { readonly fields: ReadonlyMap<string, FieldDefinition> }): Role {
  return Object.freeze({
    name: role.name,
    assignable: role.assignable,
    stages: role.stages === null ? everything : only(role.stages),
    filter: role.filter === null ? undefined : parseRowFilter(role.filter, known.fields),
    read: namesOf(role.read),
    create: namesOf(role.create),
    update: namesOf(role.update),
    delete: role.delete === true,
    call: namesOf(role.call),
    work: namesOf(role.work),
    operate: role.operate,
    users: role.users,
    audit: role.audit,
    subscribe: typesOf(role.subscribe ?? false),
    members: role.members === true ? 'ownRoles' : namesOf(role.members ?? false),
    secrets: role.secrets ?? false,
    hooks: role.hooks ?? false,
    design: role.design ?? false,
    comments: commentsOf(role),
    files: Object.freeze(role.files),
  });
}

/** Who reads a process writes comments on it, unless the role says less. */
const commentsOf = ({ read, comment = 'write' }: NormalRole): Role['comments'] =>
  Object.freeze({ read: read !== false && comment !== 'none', write: read !== false && comment === 'write' });

function typesOf(grant: NormalGrant): NameSet | undefined {
  return Array.isArray(grant) ? covered(grant, coversEventType) : namesOf(grant);
}

function namesOf(grant: NormalGrant): NameSet | undefined {
  if (grant === true) return everything;
  return grant === false ? undefined : only(grant);
}
