import type { TestProject } from 'vitest/node';
import { createHome, startServerProcess } from './server-process.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The demo server that all acceptance tests share. */
    readonly demoUrl: string;
  }
}

/** One demo server for all acceptance files; each file makes the processes it needs. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await createHome({ MILLRACE_SIGN_IN_ATTEMPTS: '1000' });
  const server = await startServerProcess(home, ['demo']);
  project.provide('demoUrl', server.url);
  return async () => {
    await server.stop();
    await home.remove();
  };
}
