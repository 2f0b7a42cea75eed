import { compileConnectorExpression, ExpressionSyntaxError, type JobUse, type ModelInspection } from '@millrace/engine';
import type { Finding } from '../findings/finding.js';
import { REST_CONNECTOR, restAuthentications } from '../model/rest-connector.js';

/** What tasks of Camunda's REST connector say that will be an incident when they run, as warnings. */
export const suspiciousConnectors = (file: string, { jobs }: ModelInspection): readonly Finding[] =>
  jobs
    .filter(({ type }) => type === REST_CONNECTOR)
    .flatMap((job) => problemsOf(job).map((message) => ({ path: `${file}#${job.elementId}`, message })));

function problemsOf(job: JobUse): readonly string[] {
  const inputs = new Map(job.inputs.map(({ target, source }) => [target, source]));
  const isTrue = (name: string) => /^\s*=?\s*true\s*$/.test(inputs.get(name) ?? '');
  const type = inputs.get('authentication.type');
  const isKnown = type === undefined || type.startsWith('=') || restAuthentications.some((known) => known === type);
  return [
    ...(inputs.size > 0 && !inputs.has('url') ? ['the REST connector has no input "url"'] : []),
    ...(isKnown
      ? []
      : [`the REST connector has no authentication "${type}"; use one of ${restAuthentications.join(', ')}`]),
    ...(isTrue('storeResponse') || inputs.get('documentReturnFormat.choice') === 'DOCUMENT'
      ? ['the REST connector cannot store the response as a document']
      : []),
    ...['resultExpression', 'errorExpression'].flatMap((name) => syntaxProblem(name, job.headers[name])),
  ];
}

function syntaxProblem(name: string, source: string | undefined): readonly string[] {
  if (source === undefined || source.trim() === '') return [];
  try {
    compileConnectorExpression(source);
    return [];
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    return [`"${name}" of the REST connector: ${error.message}`];
  }
}
