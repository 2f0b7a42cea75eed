/** What the address of the import and the export says. */
export interface TransferSearch {
  readonly subProject?: string;
  /** As getProcess takes them, without the sub-project. */
  readonly filters?: string;
}

const text = (value: unknown): string | undefined =>
  value === undefined || value === '' ? undefined : typeof value === 'string' ? value : JSON.stringify(value);

/** Reads the address: JSON in it was read before. */
export function readTransferSearch({ subProject, filters }: Readonly<Record<string, unknown>>): TransferSearch {
  const id = text(subProject);
  const given = text(filters);
  return { ...(id === undefined ? {} : { subProject: id }), ...(given === undefined ? {} : { filters: given }) };
}
