import { type CompileResult, compile, unpackModels } from '@millrace/engine';
import { invalidValue } from '../../../kernel/errors/request-errors.js';
import { busy } from '../../../kernel/errors/service-errors.js';
import { ThreadLimitReached, ThreadPool } from '../../../kernel/threads/thread-pool.js';
import { type Simulation, type SimulationResult, simulate } from '../decisions/simulate.js';
import { loadedValidator } from '../loaded-validator.js';
import type { ValidateDocument } from '../validate-document.js';
import type { DocumentAnswer, DocumentJob, PortableCompilation, PortableValidation } from './document-jobs.js';

/** Validates documents, compiles diagrams and simulates decisions, which can take seconds. */
export interface DocumentWork {
  /** @throws CatalogueError 1232 when it takes more than a deployment may, 1010 when too many deployments wait */
  readonly validate: ValidateDocument;
  /** @throws CatalogueError 1010 when it takes more than it may */
  readonly compile: (bpmn: string) => Promise<CompileResult>;
  /** @throws CatalogueError 1232 when it takes more than it may, 1010 when too much waits */
  readonly simulate: (simulation: Simulation) => Promise<SimulationResult>;
  close(): Promise<void>;
}

/** All in the calling thread, for tests and tools. */
export const documentWorkHere = (): DocumentWork => ({
  validate: loadedValidator(),
  compile,
  simulate: async (simulation) => simulate(simulation),
  close: async () => undefined,
});

const TIME_LIMIT_SECONDS = 30;
const MAXIMUM_MEMORY_MB = 512;

/** A pool of threads that do jobs of documents. */
type DocumentThreads = Pick<ThreadPool<DocumentJob, DocumentAnswer>, 'run' | 'close'>;

/**
 * All in threads of their own: a deployment does not hold up other requests, and what takes too long or too much memory
 * ends alone. Sources, as tests run them, cannot be a thread.
 */
export function documentWorkInThreads(): DocumentWork {
  if (!import.meta.url.endsWith('.js')) return documentWorkHere();
  return documentWorkBy(
    new ThreadPool<DocumentJob, DocumentAnswer>({
      module: new URL('./document-thread.js', import.meta.url),
      // One for a deployment, one for the diagrams of runs that wait.
      threads: 2,
      timeLimitMs: TIME_LIMIT_SECONDS * 1000,
      maximumMemoryMb: MAXIMUM_MEMORY_MB,
      longestQueue: 50,
      idleMs: 300_000,
    }),
  );
}

/** All by the threads of a pool. */
export function documentWorkBy(pool: DocumentThreads): DocumentWork {
  return {
    async validate(source, files) {
      const job = { kind: 'validate', source, files } as const;
      const { places, ...validation } = await limited(
        () => pool.run(job, { heavy: true }) as Promise<PortableValidation>,
        (what) =>
          invalidValue(
            `Checking the configuration needs more than ${what} and was stopped. Deploy smaller diagrams, or fewer at once.`,
          ),
      );
      return { ...validation, placeOf: (pointer) => places.get(pointer) };
    },
    async compile(bpmn) {
      const { portable, report } = await limited(
        () => pool.run({ kind: 'compile', bpmn }, { heavy: false }) as Promise<PortableCompilation>,
        (what) => busy(`Compiling a diagram needs more than ${what}. Deploy a smaller one.`),
      );
      return { models: unpackModels(portable), report };
    },
    simulate: (simulation) =>
      limited(
        () => pool.run({ kind: 'simulate', simulation }, { heavy: true }) as Promise<SimulationResult>,
        (what) => invalidValue(`The simulation needs more than ${what} and was stopped. Compare fewer evaluations.`),
      ),
    close: () => pool.close(),
  };
}

/** Limits of a thread as errors of the catalogue. */
async function limited<T>(work: () => Promise<T>, tooMuch: (what: string) => Error): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ThreadLimitReached)) throw error;
    if (error.limit === 'queue')
      throw busy('Too many configurations and diagrams wait to be checked. Try again shortly.');
    throw tooMuch(error.limit === 'time' ? `${TIME_LIMIT_SECONDS} seconds` : `${MAXIMUM_MEMORY_MB} MiB of memory`);
  }
}
