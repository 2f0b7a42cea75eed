/** People and files that the values of fields name by their ids. */
export interface References {
  readonly users?: readonly { readonly id: string; readonly name: string }[];
  readonly files?: readonly { readonly id: string; readonly name: string }[];
}
