/** Throw it in a job handler to end the job with a BPMN error, which a boundary event of the diagram can catch. */
export class BpmnError extends Error {
  override readonly name = 'BpmnError';
  readonly errorCode: string;
  /** Variables to set in the scope that catches it. */
  readonly variables: object | undefined;

  constructor(errorCode: string, message = '', variables?: object) {
    super(message);
    this.errorCode = errorCode;
    this.variables = variables;
  }
}

/** Throw it in a job handler to set how the job is retried. Other errors use the defaults of the service. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  /** Attempts left; 0 raises an incident at once. Default: one less than before. */
  readonly retries: number | undefined;
  /** Milliseconds until the next attempt. Default: exponential backoff. */
  readonly retryBackOffMs: number | undefined;

  constructor(
    message: string,
    options: { readonly retries?: number; readonly retryBackOffMs?: number } & ErrorOptions = {},
  ) {
    super(message, options);
    this.retries = options.retries;
    this.retryBackOffMs = options.retryBackOffMs;
  }
}
