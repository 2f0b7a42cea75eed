import { parseDocument } from 'yaml';
import { printDocument } from '../../document/print-document.js';

/** What a person gives a project of their own. */
export interface OwnProject {
  readonly id: string;
  readonly name: string;
  /** E-mail address or id of who creates it. They get all roles, so that they can try everything. */
  readonly user: string;
}

/** The document of a template as that of a project of its own. Its comments stay. */
export function ownDocument(template: string, { id, name, user }: OwnProject): string {
  const document = parseDocument(template);
  const { roles } = document.toJS() as { readonly roles: readonly { readonly name: string }[] };
  document.set('id', id);
  document.set('name', name);
  const members = document.createNode([{ user, roles: roles.map((role) => role.name) }]);
  const given = document.get('members', true) as { readonly commentBefore?: string } | undefined;
  members.commentBefore = given?.commentBefore ?? null;
  document.set('members', members);
  return printDocument(document, template);
}
