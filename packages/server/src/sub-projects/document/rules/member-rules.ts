import { didYouMean } from '../findings/did-you-mean.js';
import type { Report } from '../findings/finding.js';
import type { ConfigurationDocument } from '../model/document.js';
import { forEachRepeated, type Rule } from './rule.js';

/** A member is a user or a group and holds roles that exist; none is named twice. Deploying checks that it exists. */
export const memberRules: Rule = (document, say) => {
  const { members = [], roles = [] } = document;
  const names = roles.map(({ name }) => name);
  const known = new Set(names);
  // Client ids differ in case, names of groups do not.
  refuseRepeated(document, 'user', (name) => name, say.error);
  refuseRepeated(document, 'group', (name) => name.toLowerCase(), say.error);
  members.forEach((member, index) => {
    if ((member.user === undefined) === (member.group === undefined)) {
      say.error(['members', index], 'must name either a user or a group');
    }
    member.roles.forEach((role, place) => {
      if (known.has(role)) return;
      say.error(['members', index, 'roles', place], `there is no role "${role}"${didYouMean(role, names)}`);
    });
  });
};

function refuseRepeated(
  { members = [] }: ConfigurationDocument,
  kind: 'user' | 'group',
  sameName: (name: string) => string,
  error: Report,
): void {
  const named = members.flatMap((member, index) => {
    const name = member[kind];
    return name === undefined ? [] : [{ name, index }];
  });
  forEachRepeated(
    named,
    ({ name }) => sameName(name),
    (place, first) => {
      const [repeated, earlier] = [named[place], named[first]];
      error(
        ['members', repeated?.index ?? place, kind],
        `"${repeated?.name}" is /members/${earlier?.index} already; list all roles there`,
      );
    },
  );
}
