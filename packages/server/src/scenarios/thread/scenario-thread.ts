import { serveJobs } from '../../kernel/threads/serve-jobs.js';
import { runScenarios } from '../run-scenarios.js';

// The thread of `scenariosInThread`.

serveJobs(runScenarios);
