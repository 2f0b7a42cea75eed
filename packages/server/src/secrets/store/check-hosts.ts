import { isIPv4 } from 'node:net';
import { excerpt, invalidValue } from '../../kernel/errors/request-errors.js';

const LABELS = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const IPV6 = /^\[[0-9a-f:.]{2,45}\]$/;

/**
 * The hosts of a secret as addresses have them.
 *
 * @throws CatalogueError 1232 for one that is no host name with an optional port
 */
export function readHosts(hosts: readonly string[]): readonly string[] {
  return hosts.map((given, index) => {
    const [, name = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(given.trim().toLowerCase()) ?? [];
    const isName = LABELS.test(name) && name.length <= 253 && (!/^[\d.]+$/.test(name) || isIPv4(name));
    const isPort = port === undefined || (Number(port) > 0 && Number(port) < 65_536);
    if ((isName || IPV6.test(name)) && isPort) return port === undefined ? name : `${name}:${Number(port)}`;
    const detail = `"${excerpt(given)}" is no host. Give a name such as erp.example.com or *.example.com, without https:// and path.`;
    throw invalidValue(detail, [{ pointer: `/hosts/${index}`, detail }]);
  });
}
