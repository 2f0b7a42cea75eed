import type { DecisionTaskNode } from '../../model/node.js';
import { readValue } from '../attributes/values.js';
import { checkVariable } from '../attributes/zeebe.js';
import type { Findings } from '../report/findings.js';
import { extension, text, type Xml } from '../xml/moddle.js';

type Binding = Pick<DecisionTaskNode, 'binding' | 'versionTag'>;

/** Which version of what it calls an element binds to; `latest` without an element that says so. */
export function readBinding(findings: Findings, zeebe: Xml | null, id: string): Binding {
  const versionTag = zeebe === null ? null : text(zeebe, 'versionTag');
  const written = (zeebe === null ? null : text(zeebe, 'bindingType')) ?? 'latest';
  const binding = written === 'deployment' || written === 'versionTag' ? written : 'latest';
  if (binding !== written) findings.error(id, 'bad-binding', `the binding type ${written.slice(0, 40)} does not exist`);
  if (binding === 'versionTag' && versionTag === null)
    findings.error(id, 'bad-binding', 'the version tag to bind to is missing');
  return { binding, versionTag: binding === 'versionTag' ? versionTag : null };
}

/** Reads zeebe:calledDecision of a business rule task; null when it is missing or incomplete, which is reported. */
export function readDecision(
  findings: Findings,
  element: Xml,
  id: string,
): Pick<DecisionTaskNode, 'calledDecision' | 'binding' | 'versionTag' | 'resultVariable'> | null {
  const called = extension(element, 'zeebe:CalledDecision');
  if (called === null) {
    findings.error(
      id,
      'not-executed',
      'the business rule task has neither a zeebe:calledDecision nor a zeebe:taskDefinition: add one of them',
    );
    return null;
  }
  const decisionId = text(called, 'decisionId');
  const resultVariable = text(called, 'resultVariable')?.trim() ?? null;
  if (decisionId === null) findings.error(id, 'missing-decision', 'the business rule task names no decision to call');
  if (resultVariable === null)
    findings.error(id, 'missing-result-variable', 'the business rule task has no result variable');
  else checkVariable(findings, id, resultVariable);
  const binding = readBinding(findings, called, id);
  if (decisionId === null || resultVariable === null) return null;
  return { calledDecision: readValue(findings, id, decisionId), ...binding, resultVariable };
}
