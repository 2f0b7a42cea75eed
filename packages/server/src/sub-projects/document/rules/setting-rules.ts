import { isIP } from 'node:net';
import { isUuid } from '../../../kernel/identifiers.js';
import { NO_ID } from './no-id.js';
import type { Rule } from './rule.js';

const HOST_NAME = /^(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9_][A-Za-z0-9_-]{0,62})*$/;

/** The id is a UUID (D2), and addresses are addresses. */
export const settingRules: Rule = ({ id, http }, say) => {
  if (id === undefined) {
    say.warning([], NO_ID);
  } else if (!isUuid(id)) {
    say.error(['id'], `"${id}" is not a UUID; leave it out to have one made`);
  }
  http?.allowPrivateAddresses?.forEach((address, index) => {
    if (isHostOrRange(address)) return;
    say.error(
      ['http', 'allowPrivateAddresses', index],
      `"${address}" is neither a host name, an IP address nor a range such as 10.0.0.0/8`,
    );
  });
};

function isHostOrRange(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  if (rest.length > 0) return false;
  const family = isIP(address);
  if (length === undefined) return family !== 0 || HOST_NAME.test(address);
  return family !== 0 && /^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128);
}
