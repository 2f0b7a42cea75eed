/** One mailbox; nodemailer quotes and encodes the name. */
export interface EmailAddress {
  readonly name: string;
  readonly address: string;
}

/** What the HTML standard takes for an address, and letters of any language in its host name. */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)*$/u;
const NAMED = /^([^<>\p{Cc}]{0,200})<([^<>]+)>$/u;

/** One mailbox, `a@example.com` or `Name <a@example.com>`; undefined for anything else. */
export function parseAddress(text: string): EmailAddress | undefined {
  const named = NAMED.exec(text.trim());
  const address = (named?.[2] ?? text).trim();
  const name = (named?.[1] ?? '').trim().replace(/^"(.*)"$/, '$1');
  return address.length <= 254 && ADDRESS.test(address) ? { name, address } : undefined;
}
