/** The object storage rejected a transfer. Its error codes are those of S3. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
  /** HTTP status of the storage. */
  readonly status: number;
  /** Error code of S3, e.g. EntityTooLarge or AccessDenied; undefined when the answer has none. */
  readonly storeCode: string | undefined;

  constructor(status: number, storeCode: string | undefined, detail: string) {
    super(`The storage answered ${[status, storeCode, detail].filter((part) => part).join(' ')}`);
    this.status = status;
    this.storeCode = storeCode;
  }
}

/** Reads the XML error of an S3 answer. */
export function objectStoreError(status: number, text: string): ObjectStoreError {
  return new ObjectStoreError(status, element(text, 'Code'), element(text, 'Message') ?? '');
}

/** Codes that S3 answers with status 400 when the connection was cut or slow. */
const passingCodes: readonly (string | undefined)[] = ['RequestTimeout', 'IncompleteBody'];

/** Whether the error is temporary, so that the same transfer can succeed when it is repeated. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ObjectStoreError &&
  ([429, 500, 502, 503, 504].includes(error.status) || passingCodes.includes(error.storeCode));

const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
