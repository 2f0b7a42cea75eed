import { serveJobs } from '../../../kernel/threads/serve-jobs.js';
import { doDocumentJob } from './document-jobs.js';

// The thread of `documentWorkInThreads`.

serveJobs(doDocumentJob);
