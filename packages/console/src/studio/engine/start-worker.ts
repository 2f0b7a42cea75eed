import address from './engine.worker.ts?worker&url';

interface AddressPolicy {
  createScriptURL(address: string): URL;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): AddressPolicy;
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: PolicyFactory };
/** Lets the address of this worker through Trusted Types, and no other. */
const policy = trustedTypes?.createPolicy('millrace-worker', {
  createScriptURL: (given) => {
    if (given === address) return given;
    throw new TypeError('Only the worker of the design studio is started.');
  },
});

/** Starts the worker with the engine. */
export const startWorker = (): Worker =>
  new Worker(policy?.createScriptURL(address) ?? address, { type: 'module', name: 'engine' });
