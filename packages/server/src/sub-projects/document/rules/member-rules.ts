import { didYouMean } from '../findings/did-you-mean.js';
import { forEachRepeated, type Rule } from './rule.js';

/** Members hold roles that exist, and no user is named twice. That the users exist is checked on deploying. */
export const memberRules: Rule = ({ members = [], roles = [] }, say) => {
  const names = roles.map(({ name }) => name);
  const known = new Set(names);
  forEachRepeated(
    members,
    ({ user }) => user,
    (index, first) => {
      say.error(
        ['members', index, 'user'],
        `"${members[index]?.user}" is /members/${first} already; list all roles there`,
      );
    },
  );
  members.forEach((member, index) => {
    member.roles.forEach((role, place) => {
      if (known.has(role)) return;
      say.error(['members', index, 'roles', place], `there is no role "${role}"${didYouMean(role, names)}`);
    });
  });
};
