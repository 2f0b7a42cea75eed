/** Sets an own entry of a context that is being made: a name such as `__proto__` is data like any other. */
export function setEntry(context: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') {
    context[name] = value;
    return;
  }
  Object.defineProperty(context, name, { value, enumerable: true, configurable: true, writable: true });
}

/** A copy with the same own entries. */
export function copyContext(context: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(context));
}
