/** The job type that element templates of Camunda's REST connector give a task. */
export const REST_CONNECTOR = 'io.camunda:http-json:1';

/** Values of `authentication.type` that the server knows. */
export const restAuthentications = ['noAuth', 'basic', 'bearer', 'apiKey', 'oauth-client-credentials-flow'] as const;

/** A placeholder `{{secrets.NAME}}`, or the older form of a whole text `secrets.NAME`, in JSON; undefined without any. */
export function secretIn(value: unknown): string | undefined {
  const json = JSON.stringify(value) ?? '';
  return /\{\{\s*secrets\.[^}"]{0,100}\}\}|(?<=")secrets\.[\w./-]{1,100}(?=")/.exec(json)?.[0];
}
