/** The members of a change that differ from what is there, before and after; undefined when none does. */
export function changedMembers<T extends object, K extends keyof T>(
  current: T,
  wanted: { readonly [P in K]: T[P] | undefined },
): { readonly before: Partial<Pick<T, K>>; readonly after: Partial<Pick<T, K>> } | undefined {
  const before: Partial<Pick<T, K>> = {};
  const after: Partial<Pick<T, K>> = {};
  let changed = false;
  for (const name in wanted) {
    const value = wanted[name];
    if (value === undefined || value === current[name]) continue;
    before[name] = current[name];
    after[name] = value;
    changed = true;
  }
  return changed ? { before, after } : undefined;
}
