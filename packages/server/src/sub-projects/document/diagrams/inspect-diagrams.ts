import { type ExecutableModel, inspectModel, type ModelInspection } from '@millrace/engine';

/** A process of a diagram, with what it uses. */
export interface InspectedDiagram {
  readonly file: string;
  readonly found: ModelInspection;
}

/** @param models by file; those of files without errors */
export const inspectDiagrams = (models: ReadonlyMap<string, readonly ExecutableModel[]>): readonly InspectedDiagram[] =>
  [...models].flatMap(([file, all]) => all.map((model) => ({ file, found: inspectModel(model) })));
