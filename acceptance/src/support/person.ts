import { randomUUID } from 'node:crypto';
import { type Client, signIn } from './http.js';

/** A user with one client that is signed in. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly client: Client;
}

/** Creates a person with credentials of its own, who has no role anywhere. */
export async function createPerson(admin: Client, name = 'Nora Nobody'): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const { user } = await admin.ok('createUser', { name, email });
  const { client, client_secret } = await admin.ok('createClient', { userId: user.id });
  return {
    userId: user.id,
    email,
    clientId: client.clientId,
    clientSecret: client_secret,
    client: await signIn(admin.url, client.clientId, client_secret),
  };
}

/** The user id of one of the clients of the demo. */
export async function demoUserId(admin: Client, who: 'owner' | 'manager' | 'assignee'): Promise<string> {
  const { users } = await admin.ok('getUsers', { email: `demo-${who}@example.com` });
  const [user] = users;
  if (!user) throw new Error(`the demo has no ${who}`);
  return user.id;
}
