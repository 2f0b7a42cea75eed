import { didYouMean } from '../findings/did-you-mean.js';
import type { Rule } from './rule.js';

/** States, priorities and transitions name each other rightly (D16, D17). */
export const stateRules: Rule = ({ states, priorities }, say) => {
  if (priorities?.default !== undefined && !priorities.values.includes(priorities.default)) {
    const hint = didYouMean(priorities.default, priorities.values);
    say.error(['priorities', 'default'], `"${priorities.default}" is not one of the values${hint}`);
  }
  if (states === undefined) return;
  const { initial, values, transitions, tones } = states;
  for (const state of Object.keys(tones ?? {})) {
    if (!values.includes(state)) {
      say.error(['states', 'tones', state], `there is no state "${state}"${didYouMean(state, values)}`);
    }
  }
  if (initial === undefined && !values.includes('INIT')) {
    say.error(['states'], `name the initial state: one of ${values.join(', ')} (without it, INIT)`);
  } else if (initial !== undefined && !values.includes(initial)) {
    say.error(['states', 'initial'], `"${initial}" is not one of the values${didYouMean(initial, values)}`);
  }
  transitions?.forEach((transition, index) => {
    for (const end of ['from', 'to'] as const) {
      const names = transition[end];
      const listed = typeof names === 'string' ? [names] : names;
      listed.forEach((name, place) => {
        if (name === '*' || values.includes(name)) return;
        const at = ['states', 'transitions', index, end, ...(typeof names === 'string' ? [] : [place])];
        say.error(at, `there is no state "${name}"${didYouMean(name, values)}`);
      });
    }
  });
};
