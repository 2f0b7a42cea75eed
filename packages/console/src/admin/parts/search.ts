/** What the address of a list says: which text its items have. */
export interface ListSearch {
  readonly text?: string;
}

export const userFilters = ['disabled', 'service'] as const;
export type UserFilter = (typeof userFilters)[number];

export interface UsersSearch extends ListSearch {
  readonly only?: UserFilter;
}

export const invitationStates = ['accepted', 'revoked', 'expired'] as const;

export interface InvitationsSearch {
  /** Default: those that are open. */
  readonly state?: (typeof invitationStates)[number];
}

/** What the addresses of all lists say together. */
export type AdminSearch = UsersSearch & InvitationsSearch;

type Given = Readonly<Record<string, unknown>>;
const oneOf = <Choice extends string>(choices: readonly Choice[], given: unknown): Choice | undefined =>
  choices.find((choice) => choice === given);

/** Reads the address: what it does not understand counts as not given. */
export const readListSearch = ({ text }: Given): ListSearch =>
  typeof text === 'string' && text !== '' ? { text: text.slice(0, 254) } : {};

/** As {@link readListSearch}. */
export function readUsersSearch(given: Given): UsersSearch {
  const only = oneOf(userFilters, given.only);
  return { ...readListSearch(given), ...(only && { only }) };
}

/** As {@link readListSearch}. */
export function readInvitationsSearch(given: Given): InvitationsSearch {
  const state = oneOf(invitationStates, given.state);
  return state === undefined ? {} : { state };
}
