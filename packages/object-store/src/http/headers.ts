/** The headers of one request by lower-case name, repeated ones joined with a comma as SigV4 canonicalises them. */
export type Headers = ReadonlyMap<string, string>;

/** Node's own joining drops repetitions of some headers, so the raw list is read. Values stay latin1, byte for byte. */
export function headersOf(rawHeaders: readonly string[]): Headers {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = (rawHeaders[index + 1] ?? '').trim();
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return headers;
}

/** A header value Node would refuse to send would end the answer half-way; this is its rule. */
export function isHeaderValue(value: string): boolean {
  return !/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value);
}
