/** How far a transfer is, in bytes of the file; `total` is undefined when the storage does not tell. */
export interface Progress {
  readonly loaded: number;
  readonly total: number | undefined;
}

/** Is told how far a transfer is. */
export type OnProgress = (progress: Progress) => void;
