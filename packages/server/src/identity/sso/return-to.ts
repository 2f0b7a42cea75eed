const MAXIMUM = 2000;

/**
 * Where a browser goes after a sign-in: a path of this service, else undefined. What a browser would read as another
 * site ("//host", "/\host") is none, and neither is what leads into another sign-in.
 */
export function returnPath(given: string | undefined): string | undefined {
  if (given === undefined || given.length > MAXIMUM || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(given))
    return undefined;
  const base = 'https://this.invalid';
  if (!URL.canParse(given, base)) return undefined;
  const url = new URL(given, base);
  if (url.origin !== base || url.pathname.startsWith('//') || url.pathname.startsWith('/sso/')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
