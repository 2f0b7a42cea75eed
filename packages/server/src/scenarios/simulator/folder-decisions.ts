import { compileDecisionFiles, type DecisionModel } from '@millrace/engine';
import type { CompiledDmn } from '../../sub-projects/document/decisions/compile-dmn.js';
import type { DecisionEntry } from '../../sub-projects/records/stored-configuration.js';
import type { ResolveDecision } from '../../workflows/decisions/answer-decision.js';

/** The decisions of a folder under the ids that a server would give their definitions. */
export class FolderDecisions {
  readonly byId: ReadonlyMap<string, DecisionModel>;
  readonly #entries: readonly DecisionEntry[];

  /** Compiles each file once. The files are valid: the document was validated with them. */
  constructor(files: readonly CompiledDmn[], entries: readonly DecisionEntry[]) {
    const compiled = compileDecisionFiles(files.map(({ file, dmn }) => ({ name: file, xml: dmn })));
    this.#entries = entries;
    this.byId = new Map(
      entries.flatMap(({ definitionId }, index) => {
        const model = compiled[index]?.model;
        return model === undefined ? [] : [[definitionId, model]];
      }),
    );
  }

  /** The DMN file of a definition. */
  entryOf(definitionId: string): DecisionEntry {
    const entry = this.#entries.find((one) => one.definitionId === definitionId);
    if (entry === undefined) throw new Error(`the folder has no decision definition ${definitionId}`);
    return entry;
  }

  /** The definition of a decision, as in `workflows/decisions/answer-decision.ts`; undefined when there is none. */
  resolve({ decisionId, binding, versionTag }: ResolveDecision): string | undefined {
    const isMeant = ({ id, versionTag: tag }: DecisionEntry['decisions'][number]) =>
      id === decisionId && (binding !== 'versionTag' || tag === versionTag);
    return this.#entries.find(({ decisions }) => decisions.some(isMeant))?.definitionId;
  }
}
