import { forEachRepeated, type Rule } from './rule.js';

/** Each key names one event subscription, or one hook. What they say is looked at when they are deployed. */
export const connectionRules: Rule = ({ events = [], hooks = [] }, say) => {
  for (const [name, entries] of [['events', events] as const, ['hooks', hooks] as const]) {
    forEachRepeated<{ readonly key: string }>(
      entries,
      ({ key }) => key,
      (index, first) => {
        say.error([name, index, 'key'], `the key "${entries[index]?.key}" is taken by /${name}/${first}`);
      },
    );
  }
};
