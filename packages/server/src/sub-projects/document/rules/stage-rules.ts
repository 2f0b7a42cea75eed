import { forEachRepeated, type Rule } from './rule.js';

/** Stage keys are unique and at most one stage is the default (D16). */
export const stageRules: Rule = ({ stages }, say) => {
  forEachRepeated(
    stages,
    ({ key }) => key,
    (index, first) =>
      say.error(['stages', index, 'key'], `the key "${stages[index]?.key}" is taken by /stages/${first}`),
  );
  const defaults = stages.flatMap((stage, index) => (stage.default === true ? [index] : []));
  for (const index of defaults.slice(1)) {
    say.error(['stages', index, 'default'], `/stages/${defaults[0]} is the default already; keep one`);
  }
  if (defaults.length === 0) {
    say.warning(['stages'], 'no stage is the default, so createProcess needs a stageKey; mark one with default: true');
  }
};
