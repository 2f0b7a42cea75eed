import { type Client, createClient } from './http.js';
import type { OperationName } from './wire.js';

/** A browser on a page of the service: it keeps the cookie, and says where its requests come from. */
export interface Browser {
  /** What every request carries. */
  headers(): Readonly<Record<string, string>>;
  /** The whole `Set-Cookie` of the session, of the last answer that had one. */
  readonly setCookie: string;
  /** Calls with the cookie, and keeps the cookie of the answer. */
  call(operation: OperationName, members: Readonly<Record<string, unknown>>): ReturnType<Client['call']>;
  ok: Client['ok'];
  refused: Client['refused'];
}

/** A browser without a session. */
export function openBrowser(url: string): Browser {
  let cookie: string | undefined;
  let setCookie = '';
  const client = createClient(url);
  const headers = () => ({
    'sec-fetch-site': 'same-origin',
    ...(cookie === undefined ? {} : { cookie }),
  });
  const keep = (answer: Headers): void => {
    const given = answer.getSetCookie().find((one) => !one.includes('millrace-device='));
    if (given === undefined) return;
    setCookie = given;
    const pair = given.split(';', 1)[0] ?? '';
    cookie = pair.endsWith('=') ? undefined : pair;
  };
  return {
    headers,
    get setCookie() {
      return setCookie;
    },
    async call(operation, members) {
      const answer = await client.call(operation, members, { headers: headers() });
      keep(answer.headers);
      return answer;
    },
    async ok(operation, members, options = {}) {
      const all = { ...options, headers: { ...headers(), ...options.headers } };
      const answer = await client.call(operation, members, all);
      keep(answer.headers);
      if (answer.status !== 200) throw new Error(`${operation} was refused: ${answer.text}`);
      return answer.json as never;
    },
    refused: (operation, members, id, options = {}) =>
      client.refused(operation, members, id, { ...options, headers: { ...headers(), ...options.headers } }),
  };
}
