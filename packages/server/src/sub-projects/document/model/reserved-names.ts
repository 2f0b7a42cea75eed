/** Members of a process that updates may name beside dynamic fields (D17). */
export const reservedUpdates = Object.freeze(['state', 'priority', 'stageKey'] as const);

/** Names a dynamic field cannot have: the process's own members, and what every JavaScript object answers to. */
const reserved: ReadonlySet<string> = new Set([
  ...reservedUpdates,
  'id',
  'subProjectId',
  'subProjectId_id',
  'fields',
  'createdTs',
  'updatedTs',
  'version',
  'lastChange',
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
]);

const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** What keeps a text from being the name of a dynamic field (D18), if anything. */
export function fieldNameProblem(name: string): string | undefined {
  if (reserved.has(name)) return `"${name}" is reserved; choose another name`;
  if (FIELD_NAME.test(name)) return undefined;
  return `"${name}" is not a field name; it starts with a letter or _ and has up to 64 letters, digits, _ and -`;
}
