import { forEachRepeated, type Rule } from './rule.js';

/**
 * Each DMN file stands there once. Keys are unique, also among workflows, because the `call` lists of roles name both. The
 * contents of the files are looked at after.
 */
export const decisionRules: Rule = ({ workflows = [], decisions = [] }, say) => {
  forEachRepeated(
    decisions,
    ({ key }) => key,
    (index, first) => {
      say.error(['decisions', index, 'key'], `the key "${decisions[index]?.key}" is taken by /decisions/${first}`);
    },
  );
  forEachRepeated(
    decisions,
    ({ file }) => file,
    (index, first) => {
      say.error(['decisions', index, 'file'], `the file "${decisions[index]?.file}" is that of /decisions/${first}`);
    },
  );
  const workflowOf = new Map(workflows.map(({ key }, index) => [key, index]));
  decisions.forEach(({ key, tests, coverage }, index) => {
    const workflow = workflowOf.get(key);
    if (workflow !== undefined) {
      say.error(['decisions', index, 'key'], `the key "${key}" is taken by /workflows/${workflow}`);
    }
    if (coverage !== undefined && coverage > 0 && tests === undefined) {
      say.error(['decisions', index, 'coverage'], 'coverage is that of the tests; name their file with "tests"');
    }
  });
};
