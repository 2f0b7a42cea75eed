import { describe, expect, it } from 'vitest';
import {
  answersOf,
  type ErrorId,
  errorCatalogue,
  errorIds,
  errorsOf,
  httpErrors,
  type Operation,
  openApiDocument,
  operationList,
} from './index.js';

const all: readonly Operation[] = operationList;

/** The documented interface's own table, kept here as its independent witness. */
const documentedErrors: Record<string, readonly ErrorId[]> = {
  getProcess: [1200, 1201, 1202, 1203, 1204, 1205, 1209, 1210, 1221, 1227, 1230, 1231, 1232],
  updateProcessField: [1221, 1207, 1224, 1231, 1232, 1203],
  getUsersForProcess: [1200, 1202, 1203, 1205],
  getWorkflows: [1200, 1202, 1205],
  getWorkflowRuns: [1200, 1202, 1205],
  executeWorkflow: [1200, 1239, 1202, 1209],
  resumeWorkflowRunsApi: [1200, 1202, 1209],
  createSignedStorage: [1200, 1202, 1704, 1709],
  closeSignedStorage: [1200, 1202, 1704, 1715, 1709],
  listStorage: [1200, 1202, 1205],
  urlStorage: [1200, 1202, 1704, 1709],
  deleteStorage: [1200, 1704, 1712],
};

const documentedPaths: Record<string, string> = {
  userLogin: 'POST /v1/users/userLogin',
  getProcess: 'GET /v1/process/getProcess',
  updateProcessField: 'POST /v1/process/updateProcessField',
  getUsersForProcess: 'GET /v1/process/projects/getUsersForProcess',
  getWorkflows: 'GET /v1/process/getWorkflows',
  getWorkflowRuns: 'GET /v1/process/getWorkflowRuns',
  executeWorkflow: 'POST /v1/process/workflows/executeWorkflow',
  resumeWorkflowRunsApi: 'POST /v1/process/workflows/resumeWorkflowRunsApi',
  createSignedStorage: 'POST /v1/process/knowledges/createSignedStorage',
  closeSignedStorage: 'POST /v1/process/knowledges/closeSignedStorage',
  listStorage: 'GET /v1/process/knowledges/listStorage',
  urlStorage: 'POST /v1/process/knowledges/urlStorage',
  deleteStorage: 'POST /v1/process/knowledges/deleteStorage',
};

describe('operations', () => {
  it('[D1] the documented operations have the documented methods and paths, and nothing else claims to be documented', () => {
    const documented = all.filter((operation) => !operation.extension);
    expect(Object.fromEntries(documented.map(({ id, method, path }) => [id, `${method} ${path}`]))).toEqual(
      documentedPaths,
    );
  });

  it('have unique ids and routes', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length);
  });

  it.each(Object.entries(documentedErrors))('%s may raise every error of the interface’s table', (id, errors) => {
    const operation = all.find((candidate) => candidate.id === id);
    expect(operation && errorsOf(operation)).toEqual(expect.arrayContaining([...errors]));
  });

  it('[D12] every operation but sign-in declares a permission, and its denial is among its errors', () => {
    for (const operation of all) {
      if (operation.permission.kind === 'public') expect(operation.tag).toBe('Sign in');
      if ('denied' in operation.permission) expect(errorsOf(operation)).toContain(operation.permission.denied);
      if (operation.permission.kind !== 'public') expect(errorsOf(operation)).toContain(1001);
    }
  });
});

it('an error has another status only where the operation lists the error', () => {
  for (const operation of all) {
    for (const id of Object.keys(operation.otherStatuses ?? {})) expect(errorsOf(operation)).toContain(Number(id));
  }
});

it('the OpenAPI document says whom to ask, and how to sign in', () => {
  const document = openApiDocument('0.0.0', 'https://millrace.example/') as {
    info: { contact: { url: string } };
    security: unknown;
    components: { securitySchemes: { oauth2: { flows: Record<string, { tokenUrl: string; scopes: object }> } } };
  };
  expect(document.info.contact.url).toMatch(/^https:/);
  expect(document.security).toEqual([{ bearer: [] }, { oauth2: [] }, { session: [] }]);
  const { clientCredentials } = document.components.securitySchemes.oauth2.flows;
  expect(clientCredentials?.tokenUrl).toBe('https://millrace.example/v1/users/userLogin');
  expect(Object.keys(clientCredentials?.scopes ?? {})).toEqual(
    expect.arrayContaining(['process', 'file.read', 'admin']),
  );
});

describe('the error catalogue', () => {
  it('[D8] has the decided statuses', () => {
    const statuses = Object.fromEntries(
      errorIds.filter((id) => id >= 1200).map((id) => [id, errorCatalogue[id].status]),
    );
    expect(statuses).toEqual({
      1200: 400,
      1230: 400,
      1231: 400,
      1232: 400,
      1201: 404,
      1202: 404,
      1221: 404,
      1239: 404,
      1704: 404,
      1203: 403,
      1204: 403,
      1205: 403,
      1206: 403,
      1207: 403,
      1209: 403,
      1210: 403,
      1712: 423,
      1715: 409,
      1720: 507,
      1721: 413,
      1722: 423,
      1709: 502,
      1222: 500,
      1224: 500,
      1227: 500,
      1223: 409,
    });
  });

  it('has no entry that no operation raises', () => {
    // 1021 is shown on the pages of single sign-on, which are no operations.
    const raised = new Set<ErrorId>([...all.flatMap(errorsOf), 1004, 1021, ...httpErrors]);
    expect(errorIds.filter((id) => !raised.has(id))).toEqual([]);
  });

  it('is the same in the OpenAPI document, both ways', () => {
    type Response = Record<string, unknown>;
    const document = openApiDocument('0.0.0') as {
      paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>>;
      components: { responses: Record<string, Response> };
    };
    const resolved = (response: Response | undefined): Response | undefined =>
      typeof response?.$ref === 'string'
        ? document.components.responses[response.$ref.replace('#/components/responses/', '')]
        : response;
    const described = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(all.map(({ id }) => id).sort());
    for (const { operationId, responses } of described) {
      const operation = all.find(({ id }) => id === operationId);
      const answers = operation === undefined ? [] : answersOf(operation);
      expect(enumsOf(resolved(responses.default)).id).toEqual(httpErrors);
      const { default: _http, ...ofOperation } = responses;
      const ids = Object.entries(ofOperation).flatMap(([status, one]) => {
        const response = resolved(one);
        const { id: group, code } = enumsOf(response);
        for (const id of group) {
          expect(answers).toContainEqual({ id, status: Number(status) });
          expect(response?.description).toContain(errorCatalogue[id].code);
        }
        expect(code).toEqual([...new Set(group.map((id) => errorCatalogue[id].code))]);
        return group;
      });
      expect(ids.sort((a, b) => a - b)).toEqual(answers.map(({ id }) => id));
    }
  });
});

/** The ids and codes that an error answer declares; none of an answer that is no error. */
function enumsOf(response: unknown): { readonly id: readonly ErrorId[]; readonly code: readonly string[] } {
  const { content } = response as { content?: Record<string, { schema: { patternProperties: Members } }> };
  const members = content?.['application/problem+json']?.schema.patternProperties;
  return { id: members?.['^id$'].enum ?? [], code: members?.['^code$'].enum ?? [] };
}

interface Members {
  readonly '^id$': { readonly enum: readonly ErrorId[] };
  readonly '^code$': { readonly enum: readonly string[] };
}
