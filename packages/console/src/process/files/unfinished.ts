const PREFIX = 'millrace.upload.';
/** The service ends an upload that is open for a day. */
const LIFETIME = 23 * 3_600_000;

interface Kept {
  readonly fileId: string;
  readonly until: number;
}

/** Where an upload in parts of this file to this process was left, remembered by this browser. */
export interface Unfinished {
  /** Id of the file whose upload began; undefined: none did, or it has ended by now. */
  readonly fileId: string | undefined;
  keep(fileId: string): void;
  forget(): void;
}

export function unfinishedOf(processId: string, { name, size, lastModified }: File): Unfinished {
  const key = `${PREFIX}${JSON.stringify([processId, name, size, lastModified])}`;
  return {
    fileId: read(key)?.fileId,
    keep: (fileId) => localStorage.setItem(key, JSON.stringify({ fileId, until: Date.now() + LIFETIME })),
    forget: () => localStorage.removeItem(key),
  };
}

function read(key: string): Kept | undefined {
  for (const other of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX))) {
    const { until } = JSON.parse(localStorage.getItem(other) ?? '{}') as Partial<Kept>;
    if (until === undefined || until < Date.now()) localStorage.removeItem(other);
  }
  const kept = localStorage.getItem(key);
  return kept === null ? undefined : (JSON.parse(kept) as Kept);
}
