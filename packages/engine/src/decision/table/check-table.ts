import type { BuildContext } from '../context/build-context.js';
import type { OutputColumn } from '../model/decision-table.js';
import type { Aggregation, HitPolicy } from '../model/hit-policy.js';
import { resolved } from '../types/dmn-type.js';
import type { XmlElement } from '../xml/read-xml.js';

/** Checks the output columns against the hit policy. */
export function checkOutputs(
  context: BuildContext,
  element: XmlElement,
  hitPolicy: HitPolicy,
  aggregation: Aggregation | null,
  outputs: readonly OutputColumn[],
): void {
  const { problems, owner } = context;
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of outputs) {
    if (seen.has(name)) twice.add(name);
    seen.add(name);
  }
  for (const name of twice)
    problems.error(element, 'duplicate-output', `two output columns of ${owner.name} have the name ${name}`, owner.id);
  const ordered = hitPolicy === 'PRIORITY' || hitPolicy === 'OUTPUT ORDER';
  if (ordered && outputs.every(({ priorities }) => priorities === null))
    problems.error(
      element,
      'missing-priorities',
      `the hit policy ${hitPolicy} of ${owner.name} needs the allowed values of an output column, the most important first`,
      owner.id,
    );
  if (aggregation === null || aggregation === 'COUNT') return;
  for (const { name, type } of outputs) {
    const real = resolved(type);
    if (real.kind === 'simple' && (real.name === 'string' || real.name === 'boolean') && aggregation === 'SUM')
      problems.error(
        element,
        'bad-aggregation',
        `the output ${name} of ${owner.name} has the type ${real.name}, which cannot be added up`,
        owner.id,
      );
  }
}
