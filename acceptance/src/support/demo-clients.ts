import { inject } from 'vitest';
import { type Client, signInAdmin, signInDemo } from './http.js';

/** Clients of the administrator and of the demo's users. */
export interface DemoClients {
  readonly admin: Client;
  readonly owner: Client;
  readonly manager: Client;
  readonly assignee: Client;
}

/** Signs in the administrator and the demo's users at the server that the test files share. */
export async function signInDemoClients(): Promise<DemoClients> {
  const url = inject('demoUrl');
  const [admin, owner, manager, assignee] = await Promise.all([
    signInAdmin(url),
    signInDemo(url, 'owner'),
    signInDemo(url, 'manager'),
    signInDemo(url, 'assignee'),
  ]);
  return { admin, owner, manager, assignee };
}
