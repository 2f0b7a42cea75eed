import type { DeployReport, Finding } from '@millrace/engine';
import type { Badge } from '../drawing/diagram-editor.js';

export type Severity = 'error' | 'warning' | 'ignored';

/** A finding with how much it counts. */
export interface ShownFinding extends Finding {
  readonly severity: Severity;
}

/** All findings, errors first. */
export const findingsOf = ({ errors, warnings, ignored }: DeployReport): readonly ShownFinding[] => [
  ...errors.map((finding): ShownFinding => ({ ...finding, severity: 'error' })),
  ...warnings.map((finding): ShownFinding => ({ ...finding, severity: 'warning' })),
  ...ignored.map((finding): ShownFinding => ({ ...finding, severity: 'ignored' })),
];

/** The badges of elements: how many errors there are, else how many warnings. What is ignored has none. */
export function badgesOf(findings: readonly ShownFinding[]): ReadonlyMap<string, Badge> {
  const badges = new Map<string, Badge>();
  for (const { elementId, severity, message } of findings) {
    if (elementId === null || severity === 'ignored') continue;
    const before = badges.get(elementId);
    if (before === undefined) badges.set(elementId, { kind: severity, count: 1, title: message });
    else if (before.kind === severity) {
      badges.set(elementId, { ...before, count: before.count + 1, title: `${before.title}\n${message}` });
    }
  }
  return badges;
}
