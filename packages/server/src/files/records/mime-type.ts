/** Whether a list of types, lower-case and possibly with `*` as subtype, has this one; absent, it has all. */
export function allowsMimeType(allowed: readonly string[] | undefined, mimeType: string): boolean {
  if (allowed === undefined) return true;
  const [essence = ''] = mimeType.toLowerCase().split(';');
  const [type = ''] = essence.split('/');
  return allowed.includes(essence.trim()) || allowed.includes(`${type}/*`);
}
