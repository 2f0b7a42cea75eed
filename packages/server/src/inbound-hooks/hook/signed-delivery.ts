/** A delivery as it arrived. */
export interface SignedDelivery {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}
