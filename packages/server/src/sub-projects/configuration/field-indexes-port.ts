/** Told after every deployment that changed something, outside its transaction. */
export interface FieldIndexesPort {
  /** Begins, in the background, to make the indexes what the current configurations ask for. */
  update(): void;
  /** How far the fields of a sub-project are. */
  progress(subProjectId: string): Promise<readonly FieldIndexProgress[]>;
}

/** An indexed field of a sub-project: `ready` once filters, sort orders and totals are served by its indexes. */
export interface FieldIndexProgress {
  readonly field: string;
  readonly state: 'building' | 'ready';
}
