/** Progress of a transfer, in bytes of the file. `total` is undefined when the storage does not report it. */
export interface Progress {
  readonly loaded: number;
  readonly total: number | undefined;
}

/** Called with the progress of a transfer. */
export type OnProgress = (progress: Progress) => void;
