import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient, signInAdmin } from './support/http.js';
import { type MailBox, startMailBox } from './support/mail-box.js';
import { createPerson, type Person } from './support/person.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from './support/server-process.js';
import { configuration, createProcess, deploy } from './support/sub-project.js';

const ROUNDS = 3;
const MENTIONS_PER_ROUND = 4;
/** For a machine on which a start of a server takes a minute. */
const PATIENCE_MS = 600_000;
const PEOPLE = 4;

const oneOf = <T>(choices: readonly T[]): T => choices[randomInt(choices.length)] as T;

/** A process on which one person is mentioned, once. Its title says which. */
interface Mention {
  readonly title: string;
  readonly person: Person;
  /** Whether the request was answered; a server that was killed may have stored it or not. */
  readonly isCertain: boolean;
}

let home: Home;
let mailBox: MailBox;
let server: ServerProcess;
let admin: Client;
let author: Person;
let people: readonly Person[];
let subProjectId: string;
beforeAll(async () => {
  mailBox = await startMailBox();
  home = await createHome({ MILLRACE_LOG_LEVEL: 'warn', MILLRACE_SMTP_URL: mailBox.url });
  server = await startServerProcess(home, ['start']);
  admin = await signInAdmin(server.url);
  author = await createPerson(admin, 'Author');
  people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => createPerson(admin, `Person ${n}`)));
  const document = configuration({
    fields: { supplier: { type: 'string' } },
    roles: [
      { name: 'AUTHOR', read: true, create: true, comment: 'write' },
      { name: 'READER', read: true, comment: 'read' },
    ],
    members: [{ user: author.userId, roles: ['AUTHOR'] }],
  });
  subProjectId = (await deploy(admin, document)).id;
  for (const { userId } of people) await admin.ok('setMemberRoles', { subProjectId, user: userId, roles: ['READER'] });
}, PATIENCE_MS);
afterAll(async () => {
  await server?.stop();
  await mailBox?.close();
  await home?.remove();
});

/** Somebody at the server that lives now. */
const as = ({ client }: Pick<Person, 'client'>): Client => createClient(server.url, client.token);
const adminNow = (): Client => createClient(server.url, admin.token);

/** @returns undefined when the server was gone before it could be asked */
async function mention(person: Person, name: string): Promise<Mention | undefined> {
  const title = `Process ${name}`;
  try {
    const processId = await createProcess(as(author), subProjectId, { fields: { supplier: title } });
    const answer = as(author).call('addComment', { subProjectId, processId, body: `@[${person.userId}]` });
    const isCertain = await answer.then(({ status }) => status === 200, goneServer);
    return { title, person, isCertain };
  } catch (error) {
    goneServer(error);
    return undefined;
  }
}

/** The server was killed; whether it took the comment is not known. */
function goneServer(error: unknown): false {
  expect(String((error as Error).cause ?? error)).toMatch(/fetch failed|terminated|ECONNRE|socket|closed|connection/i);
  return false;
}

const titleOf = (subject: string): string => subject.replace(/^\[[^\]]*\] /, '');

/** What e-mails have told a person of: distinct messages by the title of their process. */
function toldBy(person: Person): ReadonlyMap<string, ReadonlySet<string>> {
  const told = new Map<string, Set<string>>();
  for (const { to, subject, messageId } of mailBox.received) {
    if (!to.includes(person.email)) continue;
    const title = titleOf(subject);
    told.set(title, (told.get(title) ?? new Set()).add(messageId));
  }
  return told;
}

/** What holds while a server runs: who may know what, and what they have read. */
interface Standing {
  readonly mayRead: ReadonlySet<Person>;
  readonly wantMail: ReadonlySet<Person>;
  /** Titles by person. */
  readonly read: ReadonlyMap<Person, ReadonlySet<string>>;
}

const kill = async (): Promise<void> => {
  await server.stop('SIGKILL');
  await mailBox.idle();
};
const restart = async (): Promise<void> => {
  server = await startServerProcess(home, ['start']);
};

/** Changes roles, preferences and what is read by chance, and kills the server at once: what is sent later is sent after it. */
async function change(before: Standing): Promise<Standing> {
  const others = people.slice(1);
  const mayRead = new Set([...people.slice(0, 1), ...others.filter(() => randomInt(3) > 0)]);
  const wantMail = new Set([...people.slice(0, 1), ...others.filter(() => randomInt(4) > 0)]);
  const read = new Map(before.read);
  for (const person of others) {
    if (before.mayRead.has(person) && randomInt(2) === 0) {
      await as(person).ok('markNotificationsRead', { all: true });
      const { notifications } = await as(person).ok('getNotifications', { limit: '100' });
      const titles = notifications.flatMap(({ process, unread }) => (unread ? [] : [process.title]));
      read.set(person, new Set([...(read.get(person) ?? []), ...titles]));
    }
    const roles = mayRead.has(person) ? ['READER'] : [];
    await adminNow().ok('setMemberRoles', { subProjectId, user: person.userId, roles });
    const email = wantMail.has(person) ? 'now' : 'never';
    await as(person).ok('setNotificationPreferences', { reasons: [{ reason: 'mentioned', email }] });
  }
  await kill();
  return { mayRead, wantMail, read };
}

test('[D167] e-mails of a server that is killed again and again: none twice, none lost, none of what is read or hidden', {
  timeout: PATIENCE_MS,
}, async () => {
  const everybody = new Set(people);
  let standing: Standing = { mayRead: everybody, wantMail: everybody, read: new Map() };
  const mentions: Mention[] = [];
  let from = 0;
  /** Every e-mail since the server began was one that its person might get. */
  const expectAllowed = (): void => {
    for (const { to, subject } of mailBox.received.slice(from)) {
      const person = people.find(({ email }) => to.includes(email));
      if (person === undefined) throw new Error(`nobody has the address ${to}`);
      const { mayRead, wantMail, read } = standing;
      const facts = [mayRead.has(person), wantMail.has(person), read.get(person)?.has(titleOf(subject)) ?? false];
      expect(facts, `${person.email} ${subject}`).toEqual([true, true, false]);
    }
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const dying = new Promise((resolve) => setTimeout(resolve, randomInt(2500))).then(kill);
    for (let number = 0; number < MENTIONS_PER_ROUND; number += 1) {
      const made = await mention(number === 0 ? (people[0] as Person) : oneOf(people), `${round}.${number}`);
      if (made === undefined) break;
      mentions.push(made);
    }
    await dying;
    expectAllowed();
    await restart();
    await new Promise((resolve) => setTimeout(resolve, randomInt(2500)));
    expectAllowed();
    standing = await change(standing);
    from = mailBox.received.length;
    await restart();
  }
  const steady = people[0] as Person;
  const certain = mentions.filter(({ person, isCertain }) => person === steady && isCertain).map(({ title }) => title);
  expect(certain.length).toBeGreaterThan(0);
  await expect
    .poll(() => [...toldBy(steady).keys()], { timeout: 180_000, interval: 250 })
    .toEqual(expect.arrayContaining(certain));
  await expect
    .poll(async () => (await createClient(server.url).request('GET', '/metrics')).text, {
      timeout: 180_000,
      interval: 2000,
    })
    .toMatch(/^millrace_mails\{state="waiting"\} 0$/m);
  expectAllowed();
  for (const person of people) {
    // A repetition after a kill has the same Message-ID.
    for (const [title, ids] of toldBy(person))
      expect([person.email, title, ids.size]).toEqual([person.email, title, 1]);
    const { notifications } = await as(person).ok('getNotifications', { limit: '100' });
    if (!standing.mayRead.has(person)) expect(notifications).toEqual([]);
  }
});
