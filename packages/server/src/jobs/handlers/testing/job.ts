import { everything } from '../../../access/role.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { quietLog } from '../../../testing/quiet-log.js';
import type { HandledJob, JobContext } from '../../worker/job-handler.js';
import type { OpenSecrets } from '../secrets/open-secret.js';

/** A first attempt at a job of a type. */
export const testJob = (type: string, input: HandledJob['input'], headers: HandledJob['headers'] = {}): HandledJob => ({
  key: '01900000-0000-7000-8000-00000000000a',
  type,
  runId: '01900000-0000-7000-8000-00000000000b',
  processId: '01900000-0000-7000-8000-00000000000c',
  subProjectId: '01900000-0000-7000-8000-00000000000d',
  headers,
  namedSecrets: {},
  input,
  idempotencyKey: '01900000-0000-7000-8000-00000000000b-7',
  attempt: 1,
  retries: 3,
});

/** What a handler is given, in a sub-project whose http jobs may reach the given private addresses. */
export function testContext(
  allowPrivateAddresses: readonly string[] = [],
  changes: Partial<Pick<JobContext, 'signal' | 'log'>> = {},
): JobContext {
  return {
    signal: new AbortController().signal,
    log: quietLog,
    subProject: { ...subProject, http: { allowPrivateAddresses } },
    ...changes,
  };
}

const subProject: SubProject = {
  id: '01900000-0000-7000-8000-00000000000d',
  name: 'Handlers',
  versionId: '01900000-0000-7000-8000-00000000000e',
  version: 1,
  stages: new Map(),
  defaultStage: undefined,
  initialState: 'INIT',
  states: new Set(['INIT']),
  allowsTransition: () => false,
  tones: new Map(),
  priorities: ['LOW'],
  defaultPriority: 'LOW',
  fields: new Map(),
  businessKey: undefined,
  roles: new Map(),
  members: new Map(),
  workflows: [],
  decisions: [],
  decisionFiles: new Map(),
  storage: {
    legalHold: false,
    plugins: everything,
    maximumFileSize: undefined,
    quota: undefined,
    retentionDays: undefined,
    scan: undefined,
  },
  secretUses: [],
  calendars: new Map(),
  slas: [],
  slaMembers: new Set(),
  slaRules: '',
  http: { allowPrivateAddresses: [] },
};

/** The secrets of a sub-project that has none. */
export const noSecrets: OpenSecrets = async () => new Map();
