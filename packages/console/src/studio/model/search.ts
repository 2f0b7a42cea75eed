/** Stands in the address where the key of a workflow would: no key begins so. */
export const PROJECT = '~project';

/** What the address of the studio says: a version before the current one, and the element that is chosen. */
export interface StudioSearch {
  readonly version?: string;
  readonly element?: string;
}

/** Reads the address; what does not fit is left out. */
export function readStudioSearch({ version, element }: Readonly<Record<string, unknown>>): StudioSearch {
  const number = typeof version === 'number' ? String(version) : version;
  return {
    ...(typeof number === 'string' && /^[1-9][0-9]{0,9}$/.test(number) ? { version: number } : {}),
    ...(typeof element === 'string' && element !== '' ? { element } : {}),
  };
}
