import { newId } from '../../kernel/identifiers.js';
import type { CompiledWorkflow } from '../document/compile-diagrams.js';
import type { NormalDocument } from '../document/model/normal-document.js';
import type { DecisionEntry, WorkflowEntry } from '../records/stored-configuration.js';
import type { KnownWorkflow, NewDefinition } from '../records/workflow-queries.js';
import { fingerprintOf } from './fingerprint.js';

export interface WorkflowPlan {
  /** In the order of the document. */
  readonly workflows: readonly WorkflowEntry[];
  /** Only those whose BPMN or process differs from what new runs start with so far (D25). */
  readonly definitions: readonly NewDefinition[];
}

/**
 * Gives every workflow its id, which stays with the key, and its definition, which stays while the diagram does, and with it
 * the decisions that it calls as they were deployed with it.
 */
export function planWorkflows(
  document: NormalDocument,
  compiled: readonly CompiledWorkflow[],
  known: readonly KnownWorkflow[],
  decisions: readonly DecisionEntry[] = [],
): WorkflowPlan {
  const knownByKey = new Map(known.map((workflow) => [workflow.key, workflow]));
  const compiledByKey = new Map(compiled.map((workflow) => [workflow.key, workflow]));
  const definitions: NewDefinition[] = [];
  const workflows = document.workflows.map(({ key, name, description, stages }): WorkflowEntry => {
    const before = knownByKey.get(key);
    const id = before?.id ?? newId();
    const diagram = compiledByKey.get(key);
    if (diagram === undefined) throw new Error(`the workflow ${key} was not compiled`);
    const bound = boundDefinitions(diagram, decisions);
    const fingerprint = fingerprintOf([diagram.processId, diagram.bpmn, ...(bound.length === 0 ? [] : [bound])]);
    const entry = { id, key, name, description, stageKeys: stages };
    if (before?.fingerprint === fingerprint) return { ...entry, definitionId: before.definitionId };
    const definitionId = newId();
    definitions.push({
      id: definitionId,
      workflowId: id,
      number: (before?.definitionNumber ?? 0) + 1,
      bpmnProcessId: diagram.processId,
      versionTag: diagram.versionTag,
      bpmn: diagram.bpmn,
      fingerprint,
    });
    return { ...entry, definitionId };
  });
  return { workflows, definitions };
}

function boundDefinitions(
  { boundDecisions }: CompiledWorkflow,
  decisions: readonly DecisionEntry[],
): readonly string[] {
  const isBound = (entry: DecisionEntry) =>
    boundDecisions.includes(null) || entry.decisions.some(({ id }) => boundDecisions.includes(id));
  return decisions.filter(isBound).map(({ definitionId }) => definitionId);
}
