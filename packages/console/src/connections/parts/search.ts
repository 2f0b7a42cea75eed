export const parts = ['secrets', 'webhooks', 'hooks'] as const;
export type Part = (typeof parts)[number];

/** What the address says: which part, and which webhook or hook of it. */
export interface ConnectionsSearch {
  /** Absent: the first part that the person may see. */
  readonly show?: Part;
  readonly id?: string;
}

/** Reads the address: what it does not understand counts as not given. */
export function readConnectionsSearch({ show, id }: Readonly<Record<string, unknown>>): ConnectionsSearch {
  const part = parts.find((each) => each === show);
  return { ...(part && { show: part }), ...(part && typeof id === 'string' && { id: id.slice(0, 100) }) };
}
