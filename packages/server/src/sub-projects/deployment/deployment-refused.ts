import type { Finding } from '../document/findings/finding.js';

/** What the document says does not fit what the service has. The deployment must not commit. */
export class DeploymentRefused extends Error {
  override readonly name = 'DeploymentRefused';
  constructor(readonly errors: readonly Finding[]) {
    super('the document does not fit what the service has');
  }
}
