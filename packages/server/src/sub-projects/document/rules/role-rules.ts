import { eventTypes, isEventPattern } from '@millrace/contract';
import { CALLER_PLACEHOLDER } from '../../../access/row-filter.js';
import { FilterError } from '../../../filters/filter-error.js';
import { compileFields } from '../../fields/compile-field.js';
import type { FieldDefinition } from '../../fields/field-definition.js';
import { didYouMean } from '../findings/did-you-mean.js';
import { pointerOf, type Report } from '../findings/finding.js';
import type { ConfigurationDocument, RoleDocument } from '../model/document.js';
import { reservedUpdates } from '../model/reserved-names.js';
import { parseRowFilter } from '../model/row-filter-document.js';
import { forEachRepeated, type Rule } from './rule.js';

/** Unknown names of one list that are reported each: looking for what was meant costs the number of known names. */
const MOST_NAMED = 20;

/** Roles have distinct names, and what they list exists: stages, fields, workflows, keys of filters (D12). */
export const roleRules: Rule = (document, say) => {
  const roles = document.roles ?? [];
  forEachRepeated(
    roles,
    ({ name }) => name,
    (index, first) =>
      say.error(['roles', index, 'name'], `the name "${roles[index]?.name}" is taken by /roles/${first}`),
  );
  if (roles.length === 0) say.warning([], 'there are no roles, so only the administrator may do anything');
  const fields = compileFields(Object.entries(document.fields ?? {}).map(([name, schema]) => ({ name, schema })));
  roles.forEach((role, index) => {
    checkLists(document, role, (at, message) => say.error(['roles', index, ...at], message));
    checkFilter(role, index, fields, say.error);
    checkEventTypes(role, (at, message) => say.error(['roles', index, ...at], message));
  });
};

function checkLists(document: ConfigurationDocument, role: RoleDocument, error: Report): void {
  const stages = document.stages.map(({ key }) => key);
  const fields = Object.keys(document.fields ?? {});
  const settable = [...fields, ...reservedUpdates];
  const callable = [...(document.workflows ?? []), ...(document.decisions ?? [])].map(({ key }) => key);
  const roleNames = (document.roles ?? []).map(({ name }) => name);
  const called = (document.decisions ?? []).length === 0 ? 'workflow' : 'workflow or DMN file';
  const lists = [
    { member: 'stages', names: role.stages, known: stages, noun: 'stage' },
    { member: 'read', names: role.read, known: settable, noun: 'field' },
    { member: 'create', names: role.create, known: settable, noun: 'field' },
    { member: 'update', names: role.update, known: settable, noun: 'field' },
    { member: 'members', names: role.members, known: roleNames, noun: 'role' },
    { member: 'call', names: role.call, known: callable, noun: called },
  ];
  for (const { member, names, known, noun } of lists) {
    if (!Array.isArray(names)) continue;
    const knownNames = new Set(known);
    const unknown = names.flatMap((name, place) => (knownNames.has(name) ? [] : [{ name, place }]));
    for (const { name, place } of unknown.slice(0, MOST_NAMED)) {
      error([member, place], `there is no ${noun} "${name}"${didYouMean(name, known)}`);
    }
    if (unknown.length > MOST_NAMED) {
      error([member], `${unknown.length - MOST_NAMED} more names in this list name no ${noun}`);
    }
  }
}

function checkEventTypes({ subscribe }: RoleDocument, error: Report): void {
  if (!Array.isArray(subscribe)) return;
  const unknown = subscribe.flatMap((type, place) => (isEventPattern(type) ? [] : [{ type, place }]));
  for (const { type, place } of unknown.slice(0, MOST_NAMED)) {
    error(['subscribe', place], `there is no event type "${type}"${didYouMean(type, Object.keys(eventTypes))}`);
  }
}

function checkFilter(
  role: RoleDocument,
  index: number,
  fields: ReadonlyMap<string, FieldDefinition>,
  error: Report,
): void {
  if (role.filter === undefined) return;
  const at = ['roles', index, 'filter'];
  for (const placeholder of unknownPlaceholders(role.filter)) {
    error(at, `"${placeholder}" stands for nothing; only "${CALLER_PLACEHOLDER}" does`);
  }
  try {
    parseRowFilter(role.filter, fields, pointerOf(at));
  } catch (problem) {
    if (!(problem instanceof FilterError)) throw problem;
    // The parser names the place as a pointer from the document on.
    error(partsOf(problem.pointer), problem.message);
  }
}

/** Text values that look like a placeholder but are none. */
function unknownPlaceholders(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('$user') && value !== CALLER_PLACEHOLDER ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(unknownPlaceholders) : [];
}

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
