/** What the indexes of fields tell about themselves. */
export interface FieldIndexesPort {
  /** How far the fields of a sub-project are. */
  progress(subProjectId: string): Promise<readonly FieldIndexProgress[]>;
}

/**
 * An indexed field of a sub-project: `ready` once filters, sort orders and totals are served by its indexes; `failed`, with
 * the reason, when the last attempt to build what is missing was given up.
 */
export interface FieldIndexProgress {
  readonly field: string;
  readonly state: 'building' | 'ready' | 'failed';
  readonly reason?: string;
}
