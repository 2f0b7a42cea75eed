import { requiredText, subProjectId } from '../common.js';

/** Members of a request about an activated job. The token proves that the caller holds the lease. */
export const leasedJob = {
  subProjectId,
  jobKey: requiredText('Key of the job'),
  token: requiredText('Fencing token that activateJobs returned'),
};
