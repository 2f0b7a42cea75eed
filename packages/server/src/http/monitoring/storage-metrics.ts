import { Gauge, type Registry } from 'prom-client';

/** Bytes, as `/metrics` shows them. */
export interface StorageFigures {
  /** Of closed files, and announced by open uploads, of all sub-projects. */
  readonly used: { readonly stored: number; readonly open: number };
  /** Of the disk of the embedded store or database; undefined: there is neither. */
  readonly disk: { readonly total: number; readonly free: number; readonly reserve: number } | undefined;
}

/** @param read answers in a few milliseconds; where it rejects, the last values stay */
export function watchStorage(registry: Registry, read: () => Promise<StorageFigures>): void {
  const disk = new Gauge({
    name: 'millrace_storage_disk_bytes',
    help: 'The disk of the embedded store and database: its size, what is free, and what uploads leave free',
    labelNames: ['kind'],
    registers: [registry],
  });
  new Gauge({
    name: 'millrace_storage_bytes',
    help: 'Bytes of files, deleted ones included until they are purged (stored), and announced by open uploads (open)',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      try {
        const figures = await read();
        for (const [state, bytes] of Object.entries(figures.used)) this.set({ state }, bytes);
        for (const [kind, bytes] of Object.entries(figures.disk ?? {})) disk.set({ kind }, bytes);
      } catch {
        // The other metrics are worth showing while the database is away; `/readyz` tells that it is.
      }
    },
  });
}
