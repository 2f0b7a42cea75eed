/** The headers of one request by lower-case name, repeated ones joined with a comma as SigV4 canonicalises them. */
export type Headers = ReadonlyMap<string, string>;

/** Reads the raw header list, because Node's `headers` drops repetitions of some names. Values stay latin1, byte for byte. */
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

/** Whether Node accepts the value in a header. A refused value would break the answer after it has started. */
export function isHeaderValue(value: string): boolean {
  return !/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value);
}
