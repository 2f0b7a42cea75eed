/** What the address of the page says: which part of it, and whose name is looked for. */
export interface MembersSearch {
  readonly show?: 'roles';
  readonly text?: string;
}

/** Reads the address: what it does not understand counts as not given. */
export const readMembersSearch = ({ show, text }: Readonly<Record<string, unknown>>): MembersSearch => ({
  ...(show === 'roles' ? { show } : {}),
  ...(typeof text === 'string' && text !== '' ? { text: text.slice(0, 254) } : {}),
});
