import { isDeepStrictEqual } from 'node:util';
import { mayNotUpdate } from '../../kernel/errors/access-errors.js';
import type { Blame } from '../../kernel/errors/catalogue-error.js';
import { pointerOf } from '../document/findings/finding.js';
import type { NormalDocument } from '../document/model/normal-document.js';
import type { SecretUse, StoredConfiguration } from '../records/stored-configuration.js';
import type { ConfigurationChange } from './deploy-version.js';

/**
 * Whether a role with `design` may change a member of the document. The others decide who has access, in whose name
 * the sub-project connects to other services, and what it uses of the installation.
 */
const designable: Readonly<Record<keyof NormalDocument, boolean>> = {
  name: true,
  description: true,
  stages: true,
  states: true,
  priorities: true,
  fields: true,
  businessKey: true,
  workflows: true,
  decisions: true,
  scenarios: true,
  calendars: true,
  slas: true,
  roles: false,
  members: false,
  events: false,
  hooks: false,
  storage: false,
  http: false,
};

/** Where each secret may be sent, by name; no hosts mean any. */
type Secrets = ReadonlyMap<string, { readonly hosts: readonly string[] }>;

/**
 * Makes sure that a deployment changes only what a role with `design` may change (D171). Nobody gets more rights by it, nor does
 * a secret go where nobody with rights to secrets has allowed it to go.
 *
 * @param named every secret that the diagrams name
 * @throws CatalogueError 1207 with a pointer for each part that needs the administrator
 */
export function requireDesignable(
  { before, after }: ConfigurationChange,
  named: readonly SecretUse[],
  secrets: Secrets,
): void {
  const changed = changedMembers(before, after).map((member) => ({
    pointer: `/document/${member}`,
    detail: `Only the administrator may change ${member}.`,
  }));
  const refused = [...changed, ...unsafeUses({ before, after }, named, secrets)];
  const [first] = refused;
  if (first === undefined) return;
  const more = refused.length === 1 ? '' : ` There are ${refused.length} such changes.`;
  throw mayNotUpdate(`A role with design may not deploy this. ${first.detail}${more}`, refused);
}

function changedMembers(before: StoredConfiguration | undefined, after: StoredConfiguration): readonly string[] {
  const members = Object.entries(designable).flatMap(([name, isAllowed]) => {
    const member = name as keyof NormalDocument;
    return isAllowed || isDeepStrictEqual(before?.document[member], after.document[member]) ? [] : [name];
  });
  return [...new Set([...members, ...othersBehindNames(before, after)])];
}

/** The members of the document that name somebody who is another person or group by now. */
function othersBehindNames(before: StoredConfiguration | undefined, after: StoredConfiguration): readonly string[] {
  const { members = [], groups = [], connectionUsers = {} } = before ?? {};
  const sameMembers = isDeepStrictEqual([members, groups], [after.members, after.groups ?? []]);
  const sameUsers = Object.entries(after.connectionUsers ?? {}).every(
    ([name, id]) => (connectionUsers[name] ?? id) === id,
  );
  return [...(sameMembers ? [] : ['members']), ...(sameUsers ? [] : ['events'])];
}

/** In diagrams that are new or changed, the secrets that are not there or may be sent to any host. */
function unsafeUses(
  { before, after }: Pick<ConfigurationChange, 'before' | 'after'>,
  named: readonly SecretUse[],
  secrets: Secrets,
): readonly Blame[] {
  const known = new Set((before?.workflows ?? []).map(({ definitionId }) => definitionId));
  const filesOfKeys = new Map(after.document.workflows.map(({ key, file }) => [key, file]));
  const changed = new Set(
    after.workflows.flatMap(({ key, definitionId }) => (known.has(definitionId) ? [] : [filesOfKeys.get(key)])),
  );
  return named.flatMap(({ name, file, elementId }) => {
    if (!changed.has(file) || (secrets.get(name)?.hosts ?? []).length > 0) return [];
    const missing = secrets.has(name) ? 'may be sent to any host' : 'is not set';
    const detail = `${file}, element ${elementId}: the secret "${name}" ${missing}. Set it with the hosts that it is for, or let the administrator deploy the diagram.`;
    return [{ pointer: pointerOf(['files', file]), detail }];
  });
}
