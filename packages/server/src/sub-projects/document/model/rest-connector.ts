/** The job type that element templates of Camunda's REST connector give a task. */
export const REST_CONNECTOR = 'io.camunda:http-json:1';

/** Values of `authentication.type` that the server knows. */
export const restAuthentications = ['noAuth', 'basic', 'bearer', 'apiKey', 'oauth-client-credentials-flow'] as const;
