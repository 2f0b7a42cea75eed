import { readFileSync } from 'node:fs';
import { type Client, problemOf } from '../support/http.js';
import { operations } from '../support/open-api.js';

interface RawOperation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example?: unknown } } };
}

const published: { readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>> } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
);

/** The example request of each operation, as openapi.json has it for tools that import it. */
export const exampleRequests: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map(
  Object.values(published.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, parameters, requestBody }) => {
      const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined);
      const body = requestBody?.content['application/json'].example ?? {};
      return [
        operationId,
        { ...Object.fromEntries(query.map(({ name, example }) => [name, example])), ...body },
      ] as const;
    }),
);

/** Errors that say nothing against the request itself: an id that names nothing, or an operation of the administrator. */
const excusable = new Set([1205, 1206, 1207, 1221, 1239, 1704]);

/**
 * Sends every example, as a member of the demo's sub-project.
 *
 * @returns what was refused for another reason than that it names a run, a file and so on that is not there
 */
export async function refusedExamples(member: Client): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const { id } of operations) {
    const answer = await member.call(id, exampleRequests.get(id) ?? {});
    if (answer.status < 400) continue;
    const problem = problemOf(answer);
    const namesNothing = problem.id === 1200 && answer.status === 404;
    if (!namesNothing && !excusable.has(problem.id)) refused.push(`${id}: ${problem.id} ${problem.detail}`);
  }
  return refused;
}
