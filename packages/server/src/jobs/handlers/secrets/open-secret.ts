/** A secret of a sub-project as it is sent. */
export interface OpenSecret {
  readonly value: string;
  /** Where it may be sent: host names, `*.` and a domain, each also with a port. Empty: anywhere. */
  readonly hosts: readonly string[];
}

/** The current values of secrets by name; those that do not exist are left out. */
export type OpenSecrets = (subProjectId: string, names: readonly string[]) => Promise<ReadonlyMap<string, OpenSecret>>;
