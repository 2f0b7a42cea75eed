import type { NormalDocument } from '../document/model/normal-document.js';

/** A workflow of a version. */
export interface WorkflowEntry {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly stageKeys: readonly string[];
  /** Immutable definition that new runs start with (D25). */
  readonly definitionId: string;
}

/** What a version holds: everything that does not depend on the moment it is read at. */
export interface StoredConfiguration {
  readonly document: NormalDocument;
  readonly members: readonly { readonly userId: string; readonly roles: readonly string[] }[];
  readonly workflows: readonly WorkflowEntry[];
}
