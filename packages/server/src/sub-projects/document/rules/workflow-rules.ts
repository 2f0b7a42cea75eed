import { didYouMean } from '../findings/did-you-mean.js';
import { forEachRepeated, type Rule } from './rule.js';

/** Workflow keys are unique and their stages exist. Their BPMN files are looked at after. */
export const workflowRules: Rule = ({ stages, workflows = [] }, say) => {
  const keys = stages.map(({ key }) => key);
  const known = new Set(keys);
  forEachRepeated(
    workflows,
    ({ key }) => key,
    (index, first) => {
      say.error(['workflows', index, 'key'], `the key "${workflows[index]?.key}" is taken by /workflows/${first}`);
    },
  );
  workflows.forEach((workflow, index) => {
    workflow.stages.forEach((stage, place) => {
      if (known.has(stage)) return;
      say.error(['workflows', index, 'stages', place], `there is no stage "${stage}"${didYouMean(stage, keys)}`);
    });
  });
};
