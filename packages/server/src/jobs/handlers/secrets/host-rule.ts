/** Whether one of the rules names the host of an address; without rules any host does. */
export function isHostAllowed(rules: readonly string[], url: URL): boolean {
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return rules.length === 0 || rules.some((rule) => covers(rule, host, port));
}

function covers(rule: string, host: string, port: string): boolean {
  const [, name = '', ofRule] = /^(.*?)(?::(\d+))?$/.exec(rule) ?? [];
  if (ofRule !== undefined && ofRule !== port) return false;
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name;
}
