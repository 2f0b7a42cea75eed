import type { Log } from '../../kernel/log.js';
import { type AddressGuard, createAddressGuard } from '../handlers/outbound/address-guard.js';
import { PermanentFailure } from '../worker/job-failure.js';

const ADVICE =
  'If it is a push service in a private network, the operator lists its host or its address range in ' +
  'MILLRACE_PUSH_PRIVATE_HOSTS.';

/** Which addresses of push services messages are sent to. A browser, that is a person, names them. */
export interface PushEndpoints {
  readonly guard: AddressGuard;
  /** Why nothing is sent to an address; undefined: it is fine, or its name cannot be resolved now. */
  refusalOf(endpoint: string): Promise<string | undefined>;
}

/** @param privateHosts hosts, addresses and ranges that are allowed although they are private; hosts also without https */
export function createPushEndpoints(privateHosts: readonly string[], log: Log): PushEndpoints {
  const guard = createAddressGuard({ allowed: privateHosts, log, advice: ADVICE });
  return {
    guard,
    async refusalOf(endpoint) {
      const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
      if (
        url === undefined ||
        (url.protocol !== 'https:' && !(url.protocol === 'http:' && privateHosts.includes(url.hostname)))
      ) {
        return 'The address of a push service begins with https://.';
      }
      if (url.username !== '' || url.password !== '') return 'The address of a push service has no user or password.';
      try {
        await guard.vet(url);
      } catch (error) {
        if (error instanceof PermanentFailure) return error.message;
      }
      return undefined;
    },
  };
}
