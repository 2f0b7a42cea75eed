/** A path of this service that a browser may be sent to after a form; empty for anything else. */
export function returnPath(text: string | undefined): string {
  if (text === undefined || text.length > 8192) return '';
  // Browsers read `//host`, `/\host` and control characters as the way to another host.
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text) ? text : '';
}
