import { createHash } from 'node:crypto';
import { type CompileResult, compile as compileHere, type ExecutableModel, type ModelResolver } from '@millrace/engine';
import { LRUCache } from 'lru-cache';
import { type LoadedValues, loadOnce } from '../../kernel/load-once.js';
import type { Queryable } from '../../postgres/database.js';
import { findDefinition } from '../../sub-projects/records/definition-queries.js';

/** Compiled diagrams kept in memory, usually of tens of kilobytes each. */
const CACHED_DEFINITIONS = 500;

/**
 * Compiled models by their ids. A model id is `<definition id>` for the BPMN process that the workflow names, or
 * `<definition id>#<process id>` for another process in the same file.
 */
export interface Definitions {
  /** The models by id; at most one statement per definition and server process. @throws Error when a definition does not exist */
  load(db: Queryable, subProjectId: string, modelIds: readonly string[]): Promise<ModelResolver>;
  /** The id of a process in the same file as the given model, or undefined. */
  findInSameFile(db: Queryable, subProjectId: string, modelId: string, processId: string): Promise<string | undefined>;
  /** SHA-256 of the files of models, in hexadecimal digits, by definition id. @throws Error as `load` */
  hashesOf(db: Queryable, subProjectId: string, modelIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface CompiledFile {
  readonly main: string;
  /** Of the diagram as it was deployed. */
  readonly sha256: string;
  readonly models: ReadonlyMap<string, ExecutableModel>;
}

/** Compiles a diagram, in this thread or another one. */
type Compile = (bpmn: string) => Promise<CompileResult>;

/** Keeps compiled definitions in memory. Their ids are immutable, so server processes need not tell each other of changes. */
export function createDefinitions(compile: Compile = compileHere): Definitions {
  const cache: LoadedValues<CompiledFile> = new LRUCache({ max: CACHED_DEFINITIONS });
  const fileOf = (db: Queryable, subProjectId: string, definitionId: string) =>
    loadOnce(cache, definitionId, () => load(compile, db, { subProjectId, definitionId }));
  return {
    async load(db, subProjectId, modelIds) {
      const models = new Map<string, ExecutableModel>();
      for (const modelId of modelIds) {
        const [definitionId = '', processId] = modelId.split('#', 2);
        const file = await fileOf(db, subProjectId, definitionId);
        const model = file.models.get(processId ?? file.main);
        if (model !== undefined) models.set(modelId, model);
      }
      return models;
    },
    async findInSameFile(db, subProjectId, modelId, processId) {
      const [definitionId = ''] = modelId.split('#', 1);
      const file = await fileOf(db, subProjectId, definitionId);
      if (!file.models.has(processId)) return undefined;
      return processId === file.main ? definitionId : `${definitionId}#${processId}`;
    },
    async hashesOf(db, subProjectId, modelIds) {
      const hashes = new Map<string, string>();
      for (const modelId of modelIds) {
        const [definitionId = ''] = modelId.split('#', 1);
        hashes.set(definitionId, (await fileOf(db, subProjectId, definitionId)).sha256);
      }
      return hashes;
    },
  };
}

async function load(
  compile: Compile,
  db: Queryable,
  { subProjectId, definitionId }: { readonly subProjectId: string; readonly definitionId: string },
): Promise<CompiledFile> {
  const definition = await findDefinition(db, subProjectId, definitionId);
  if (definition === undefined) throw new Error(`there is no definition ${definitionId}`);
  const { models, report } = await compile(definition.bpmn);
  if (models.length === 0) {
    // It compiled when it was deployed. An engine that cannot compile it any more must say so instead of losing the run.
    const reason = report.errors.map((error) => `${error.elementId ?? ''} ${error.message}`).join('; ');
    throw new Error(`the definition ${definitionId} does not compile: ${reason}`);
  }
  return {
    main: definition.bpmnProcessId,
    sha256: createHash('sha256').update(definition.bpmn).digest('hex'),
    models: new Map(models.map((model) => [model.processId, model])),
  };
}
