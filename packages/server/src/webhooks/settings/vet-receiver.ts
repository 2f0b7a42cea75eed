import { createAddressGuard, type Resolve } from '../../jobs/handlers/outbound/address-guard.js';
import { PermanentFailure } from '../../jobs/worker/job-failure.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import type { Log } from '../../kernel/log.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';

/** A name that takes longer to resolve is looked at when events are sent. */
const PATIENCE_MS = 3000;

/**
 * Refuses an address that nothing would be sent to, so that the caller hears of it now. Each request is checked again.
 *
 * @throws CatalogueError 1232
 */
export async function vetReceiver(
  { log, resolve }: { readonly log: Log; readonly resolve?: Resolve },
  { http }: Pick<SubProject, 'http'>,
  url: string,
): Promise<void> {
  const guard = createAddressGuard({
    allowed: http.allowPrivateAddresses,
    log,
    ...(resolve === undefined ? {} : { resolve }),
  });
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((done) => {
    timer = setTimeout(done, PATIENCE_MS);
  });
  try {
    await Promise.race([guard.vet(new URL(url)), patience]);
  } catch (error) {
    // A name that cannot be resolved now may be later.
    if (error instanceof PermanentFailure)
      throw invalidValue(error.message, [{ pointer: '/url', detail: error.message }]);
  } finally {
    clearTimeout(timer);
  }
}
