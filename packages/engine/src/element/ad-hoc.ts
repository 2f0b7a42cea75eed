import type { AdHocInstanceNode, AdHocSubProcessNode } from '../model/node.js';
import { activateInside } from '../run/control-flow/ad-hoc.js';
import { MAX_INSTANCES } from '../run/control-flow/loops.js';
import { Failure } from '../run/core/failure.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Behaviour, Run } from '../run/core/run.js';
import { complete } from '../run/lifecycle/lifecycle.js';
import { evaluate } from '../run/variables/evaluate.js';
import { ScopeView } from '../run/variables/scope-view.js';
import { setLocal } from '../run/variables/variables.js';
import { openJob } from '../run/waits/jobs.js';
import { openContainer } from './container.js';

/**
 * Ad-hoc sub-process: elements without an incoming flow are activated by the list it begins with, by `activateElements`, or by the
 * result of its job. It stays open until its completion condition, its worker or, without either, its last activation ends it.
 */
export const adHocSubProcess: Behaviour<AdHocSubProcessNode> = {
  enter(run, inst, node) {
    const first = readActive(run, inst, node);
    setLocal(run, inst, {
      adHocSubProcessElements: node.elements,
      ...(node.outputCollection === null ? {} : { [node.outputCollection]: [] }),
    });
    if (node.job !== null) openJob(run, inst, node, node.job);
    run.tree.openScope(inst);
    inst.adHoc = {};
    activateInside(
      run,
      inst,
      first.map((el) => ({ el })),
    );
  },
  retry(run, inst, node, retries) {
    if (node.job !== null) openJob(run, inst, node, node.job, retries);
  },
};

function readActive(run: Run, inst: Instance, node: AdHocSubProcessNode): readonly string[] {
  if (node.active === null) return [];
  const list = evaluate(run, node.active, new ScopeView(run, inst));
  const source = node.active.source.trim().slice(0, 80);
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    throw new Failure('expression', `the active elements must be a list of element ids (${source})`);
  }
  if (list.length > MAX_INSTANCES) {
    throw new Failure(
      'expression',
      `the list of active elements has ${list.length} entries, more than ${MAX_INSTANCES}`,
    );
  }
  const unknown = list.find((id) => !canActivate(node, id));
  if (unknown === undefined) return list;
  throw new Failure(
    'expression',
    `${JSON.stringify(unknown.slice(0, 80))} cannot be activated in ${node.id} (${source})`,
  );
}

/** Whether the id is that of an element directly inside, without an incoming flow. */
export function canActivate(node: AdHocSubProcessNode, elementId: string): boolean {
  return node.elements.some((element) => element.elementId === elementId);
}

/** One activation: a scope that completes when its last token is consumed. */
export const adHocInstance: Behaviour<AdHocInstanceNode> = {
  enter: openContainer,
  emptied: complete,
};
