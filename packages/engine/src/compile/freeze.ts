/** Freezes plain data and everything in it, except functions and what is frozen already. Returns its argument. */
export function deepFreeze<T>(value: T): T {
  const queue: unknown[] = [value];
  for (let at = queue.pop(); queue.length > 0 || at !== undefined; at = queue.pop()) {
    if (typeof at !== 'object' || at === null || Object.isFrozen(at)) continue;
    Object.freeze(at);
    for (const member of Object.values(at)) queue.push(member);
  }
  return value;
}
