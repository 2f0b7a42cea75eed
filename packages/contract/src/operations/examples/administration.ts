import { createdTs, type Examples, ids, meta, page } from './example.js';

const { subProjectId, userId } = ids;
const user = { id: userId, name: 'Ann Lee', email: 'ann@example.com', kind: 'person', disabled: false, createdTs };
const client = { clientId: 'ann', userId, scope: 'process workflow', disabled: false, createdTs };

export const administrationExamples = {
  userLogin: {
    request: { client_id: 'demo-owner', client_secret: 'demo-owner-secret' },
    answer: {
      access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIs…',
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'audit file job process user workflow',
    },
  },
  getSubProjects: { request: { ...page } },
  createSubProject: { request: { name: 'Travel requests' } },
  deploySubProject: {
    request: {
      document: { name: 'Travel requests', stages: [{ key: 'request', name: 'Request', default: true }] },
      files: {},
      dryRun: true,
    },
  },
  getSubProjectConfiguration: { request: { subProjectId } },
  explainAccess: { request: { subProjectId, operation: 'updateProcessField', field: 'amount' } },
  createUser: { request: { name: user.name, email: user.email, kind: 'person' }, answer: { user } },
  updateUser: { request: { userId, name: 'Ann Lee-Meyer' } },
  getUsers: { request: { ...page }, answer: { meta, users: [user] } },
  createClient: {
    request: { userId, clientId: 'ann', scope: 'process workflow' },
    answer: { client, client_secret: 'mrs_…' },
  },
  rotateClientSecret: { request: { clientId: 'ann', overlapSeconds: 3600 } },
  updateClient: { request: { clientId: 'ann', disabled: true } },
  getClients: { request: { ...page }, answer: { meta, clients: [client] } },
} satisfies Examples;
