import type { TestProject } from 'vitest/node';
import { externalStore } from './external-store.js';
import { createHome, startServerProcess } from './server-process.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The demo server that all acceptance tests share. */
    readonly demoUrl: string;
    /** The keys of the store behind it. */
    readonly storeKeys: { readonly accessKeyId: string; readonly secretAccessKey: string };
  }
}

/**
 * One demo server for all acceptance files; each file makes the sub-projects it needs. Where `TEST_S3_ENDPOINT` names a
 * real S3, the server stores its files there, and every test of files runs against it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const store = await externalStore();
  const keys = store?.keys ?? { accessKeyId: 'acceptance-store', secretAccessKey: 'acceptance-store-secret-key' };
  const home = await createHome(
    {
      MILLRACE_SIGN_IN_ATTEMPTS: '100000',
      MILLRACE_PUSH_PRIVATE_HOSTS: '127.0.0.1',
      MILLRACE_STORE_ACCESS_KEY: keys.accessKeyId,
      MILLRACE_STORE_SECRET_KEY: keys.secretAccessKey,
      ...store?.environment,
    },
    { after: 'nothing' },
  );
  const server = await startServerProcess(home, ['demo']);
  project.provide('demoUrl', server.url);
  project.provide('storeKeys', keys);
  return async () => {
    await server.stop();
    await home.remove();
    await store?.remove();
  };
}
