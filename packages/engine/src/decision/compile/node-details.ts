import type { ProblemList } from '../context/problem-list.js';
import type { TypeTable } from '../context/type-table.js';
import type { CompiledDefinitions } from '../model/compiled-definitions.js';
import type { DecisionKind } from '../model/decision-model.js';
import type { XmlElement } from '../xml/read-xml.js';

/** What the model tells about a node beside its logic. */
export type NodeDetails = {
  readonly element: XmlElement;
  readonly kind: DecisionKind;
  readonly type: string | null;
  readonly versionTag: string | null;
  /** Names that its logic takes from the variables of the caller. */
  readonly implicit: ReadonlySet<string>;
};

export type NodesInput = {
  readonly root: XmlElement;
  readonly namespace: string;
  readonly imports: CompiledDefinitions['imports'];
  readonly types: TypeTable;
  readonly problems: ProblemList;
};
