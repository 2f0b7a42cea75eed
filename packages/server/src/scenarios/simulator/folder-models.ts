import { compile, type Effect, type ExecutableModel } from '@millrace/engine';
import type { CompiledWorkflow } from '../../sub-projects/document/compile-diagrams.js';
import type { WorkflowEntry } from '../../sub-projects/records/stored-configuration.js';

type ResolveCall = Extract<Effect, { type: 'resolveCall' }>;

/** A process of a BPMN file. */
export interface Diagram {
  readonly file: string;
  readonly model: ExecutableModel;
}

interface DeployedWorkflow {
  readonly modelId: string;
  readonly compiled: CompiledWorkflow;
}

/** The models of a folder under the ids that a server would give them, with the rules by which calls find them. */
export class FolderModels {
  /** Every model of the folder by its id: `<definition id>` or `<definition id>#<process id>`. */
  readonly byId: ReadonlyMap<string, ExecutableModel>;
  readonly #diagrams: ReadonlyMap<string, Diagram>;
  readonly #workflows: readonly DeployedWorkflow[];

  private constructor(diagrams: ReadonlyMap<string, Diagram>, workflows: readonly DeployedWorkflow[]) {
    this.#diagrams = diagrams;
    this.#workflows = workflows;
    this.byId = new Map([...diagrams].map(([id, { model }]) => [id, model]));
  }

  /** Compiles each file once. The files are valid: the document was validated with them. */
  static async of(workflows: readonly CompiledWorkflow[], entries: readonly WorkflowEntry[]): Promise<FolderModels> {
    const files = new Map<string, readonly ExecutableModel[]>();
    const diagrams = new Map<string, Diagram>();
    const deployed: DeployedWorkflow[] = [];
    for (const compiled of workflows) {
      const { key, file, bpmn, processId } = compiled;
      const models = files.get(file) ?? (await compile(bpmn)).models;
      files.set(file, models);
      const modelId = entries.find((entry) => entry.key === key)?.definitionId ?? key;
      deployed.push({ modelId, compiled });
      for (const model of models) {
        diagrams.set(model.processId === processId ? modelId : `${modelId}#${model.processId}`, { file, model });
      }
    }
    return new FolderModels(diagrams, deployed);
  }

  /** The diagram of a model. */
  diagramOf(modelId: string): Diagram {
    const diagram = this.#diagrams.get(modelId);
    if (diagram === undefined) throw new Error(`the folder has no model ${modelId}`);
    return diagram;
  }

  /** Every diagram once, also when several workflows share it. */
  diagrams(): readonly Diagram[] {
    return [
      ...new Map([...this.#diagrams.values()].map((one) => [`${one.file}#${one.model.processId}`, one])).values(),
    ];
  }

  /** The model that a call activity calls, as in `workflows/run/resolve-call.ts`; undefined when there is none. */
  resolve(call: ResolveCall): string | undefined {
    const { calledProcessId: processId, callerModelId, versionTag } = call;
    const workflows = this.#workflows.filter(({ compiled }) => compiled.processId === processId);
    const [definitionId = ''] = callerModelId.split('#', 1);
    const { model } = this.diagramOf(definitionId);
    const inFile = model.processId === processId ? definitionId : `${definitionId}#${processId}`;
    const sameFile = this.#diagrams.has(inFile) ? inFile : undefined;
    switch (call.binding) {
      case 'latest':
        return workflows[0]?.modelId ?? sameFile;
      case 'deployment':
        return sameFile ?? workflows[0]?.modelId;
      case 'versionTag':
        return workflows.find(({ compiled }) => compiled.versionTag === versionTag)?.modelId;
    }
  }
}
