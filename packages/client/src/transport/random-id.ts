/**
 * 128 random bits in hexadecimal, for trace ids and idempotency keys. crypto.randomUUID is not used: browsers offer it in
 * secure contexts only, and a self-hosted service may use plain HTTP.
 */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
