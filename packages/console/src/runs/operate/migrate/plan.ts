import type { AnswerOf } from '../../../api/call.js';

export type Plan = AnswerOf<'planMigration'>;

/** The elements of the old versions that somebody has to give a new one: they keep runs from being moved, or have one already. */
export function elementsToMap(
  { states }: Pick<Plan, 'states'>,
  mapping: Readonly<Record<string, string>>,
): readonly string[] {
  const blocked = states.flatMap(({ elements, obstacles }) =>
    elements.filter((id) => obstacles.some((text) => text.startsWith(`${id}: `) || text.startsWith(`${id} `))),
  );
  return [...new Set([...Object.keys(mapping), ...blocked])].sort();
}
