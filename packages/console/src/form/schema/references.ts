/** People and files that the values of fields name by their ids. */
export interface References {
  /** Names of people by their ids: of those that shown values name. */
  readonly names?: Readonly<Record<string, string>>;
  /** The people to choose from. */
  readonly users?: readonly { readonly id: string; readonly name: string }[];
  readonly files?: readonly { readonly id: string; readonly name: string }[];
}
