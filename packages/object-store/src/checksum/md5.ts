import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** An MD5 that is fed piece by piece. A promise from `update` asks the sender to wait. */
export interface Md5 {
  update(piece: Uint8Array): Promise<void> | undefined;
  digest(): Promise<Buffer>;
  /** Gives back what it holds; harmless after `digest`. */
  release(): void;
}

/** Below this, starting a hash in another thread costs more than it saves. */
const inlineBytes = 4 * 1024 * 1024;
const slabBytes = 256 * 1024;
/** Memory of one upload's hash is at most this many slabs. */
const slabCount = 6;

/**
 * The worker's program. It stands here as text because a worker file would need another path in the sources than in the
 * build. It hashes the slabs it is handed and says when each is free again.
 */
const program = `
const { parentPort } = require('node:worker_threads');
const { createHash } = require('node:crypto');
const hashes = new Map();
parentPort.on('message', ({ id, slab, length, last, drop }) => {
  if (drop) return void hashes.delete(id);
  const hash = hashes.get(id) ?? createHash('md5');
  hashes.set(id, hash);
  hash.update(new Uint8Array(slab, 0, length));
  if (last) hashes.delete(id);
  parentPort.postMessage({ id, slab, digest: last ? hash.digest() : undefined });
});
`;

interface FromWorker {
  readonly id: number;
  readonly slab: SharedArrayBuffer;
  readonly digest: Uint8Array | undefined;
}

/**
 * Computes MD5s, those of large bodies in worker threads. MD5 is S3's entity tag, and at 800 MB/s it is the slowest step
 * of an upload: on the main thread it held a 2 GiB PUT to 46 % of the speed of `cp` with a sync, in a worker to 60 %.
 */
export class Md5Pool {
  readonly #workers: { readonly worker: Worker; readonly users: Map<number, WorkerMd5> }[] = [];
  readonly #size = Math.min(4, Math.max(1, availableParallelism() - 1));
  #nextId = 0;

  /** Starts an MD5 of about `bytes` bytes; undefined if that is unknown. */
  start(bytes: number | undefined): Md5 {
    if (bytes !== undefined && bytes < inlineBytes) return inlineMd5();
    const { worker, users } = this.#leastBusy();
    const id = this.#nextId++;
    const md5 = new WorkerMd5(
      (message) => worker.postMessage({ id, ...message }),
      () => users.delete(id),
    );
    users.set(id, md5);
    return md5;
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map(({ worker }) => worker.terminate()));
  }

  #leastBusy(): { readonly worker: Worker; readonly users: Map<number, WorkerMd5> } {
    const [idlest] = [...this.#workers].sort((a, b) => a.users.size - b.users.size);
    if (idlest && (idlest.users.size === 0 || this.#workers.length >= this.#size)) return idlest;
    const worker = new Worker(program, { eval: true });
    const entry = { worker, users: new Map<number, WorkerMd5>() };
    worker.unref();
    worker.on('message', ({ id, slab, digest }: FromWorker) => entry.users.get(id)?.received(slab, digest));
    worker.on('error', (error) => {
      this.#workers.splice(this.#workers.indexOf(entry), 1);
      for (const user of entry.users.values()) user.failed(error);
    });
    this.#workers.push(entry);
    return entry;
  }
}

function inlineMd5(): Md5 {
  const hash = createHash('md5');
  return {
    update: (piece) => {
      hash.update(piece);
      return undefined;
    },
    digest: async () => hash.digest(),
    release: () => undefined,
  };
}

type ToWorker =
  | { readonly slab: SharedArrayBuffer; readonly length: number; readonly last: boolean }
  | { readonly drop: true };

/** Fills slabs of shared memory and hands each full one over; a slab is in one thread's hands at a time. */
class WorkerMd5 implements Md5 {
  readonly #post: (message: ToWorker) => void;
  readonly #forget: () => void;
  readonly #free: SharedArrayBuffer[] = [];
  #made = 0;
  #slab: SharedArrayBuffer | undefined;
  #filled = 0;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  #digest: Buffer | undefined;

  constructor(post: (message: ToWorker) => void, forget: () => void) {
    this.#post = post;
    this.#forget = forget;
  }

  update(piece: Uint8Array): Promise<void> | undefined {
    const rest = this.#fill(piece);
    return rest.length === 0 ? undefined : this.#updateSlowly(rest);
  }

  async digest(): Promise<Buffer> {
    while (!this.#slab && !this.#takeSlab()) await this.#woken();
    if (this.#slab) this.#handOver(this.#slab, true);
    while (!this.#digest) await this.#woken();
    this.#forget();
    return this.#digest;
  }

  release(): void {
    if (!this.#digest) this.#post({ drop: true });
    this.#forget();
  }

  received(slab: SharedArrayBuffer, digest: Uint8Array | undefined): void {
    this.#free.push(slab);
    if (digest) this.#digest = Buffer.from(digest);
    this.#wake?.();
  }

  failed(error: Error): void {
    this.#failure = error;
    this.#wake?.();
  }

  async #updateSlowly(piece: Uint8Array): Promise<void> {
    for (let rest = piece; rest.length > 0; rest = this.#fill(rest)) await this.#woken();
  }

  /** Copies what fits and returns what does not. */
  #fill(piece: Uint8Array): Uint8Array {
    let rest = piece;
    while (rest.length > 0 && (this.#slab || this.#takeSlab())) {
      if (!this.#slab) break;
      const part = rest.subarray(0, slabBytes - this.#filled);
      new Uint8Array(this.#slab, this.#filled).set(part);
      this.#filled += part.length;
      rest = rest.subarray(part.length);
      if (this.#filled === slabBytes) this.#handOver(this.#slab, false);
    }
    return rest;
  }

  #takeSlab(): boolean {
    this.#slab = this.#free.pop() ?? (this.#made++ < slabCount ? new SharedArrayBuffer(slabBytes) : undefined);
    return this.#slab !== undefined;
  }

  #handOver(slab: SharedArrayBuffer, last: boolean): void {
    this.#post({ slab, length: this.#filled, last });
    this.#slab = undefined;
    this.#filled = 0;
  }

  async #woken(): Promise<void> {
    if (this.#failure) throw this.#failure;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (this.#failure) throw this.#failure;
  }
}
