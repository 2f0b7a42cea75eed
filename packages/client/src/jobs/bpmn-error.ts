/** Throw it in a job handler to end the job with a BPMN error, which a boundary event of the diagram may catch. */
export class BpmnError extends Error {
  override readonly name = 'BpmnError';
  readonly errorCode: string;
  /** Variables for the scope that catches it. */
  readonly variables: object | undefined;

  constructor(errorCode: string, message = '', variables?: object) {
    super(message);
    this.errorCode = errorCode;
    this.variables = variables;
  }
}

/** Throw it in a job handler to say how the job is to be tried again. Any other error takes the service's defaults. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  /** Attempts left; 0 raises an incident at once. Default: one less than before. */
  readonly retries: number | undefined;
  /** Milliseconds until the next attempt. Default: exponential. */
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
