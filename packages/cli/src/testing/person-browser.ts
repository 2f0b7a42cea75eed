import { connect } from '@millrace/client';

/** A person of a service with a browser, who allows whatever is asked. */
export interface PersonBrowser {
  /** Allows what an address of `/oauth/authorize` asks for, and goes where it leads. */
  allow(address: string): Promise<void>;
  /** Enters the code of a device, and allows it. */
  enterCode(code: string): Promise<void>;
}

const PASSWORD = 'every bishop paints 4 doors';
const own = { 'sec-fetch-site': 'same-origin' };

/** Gives the user of these credentials a password, and signs it in. */
export async function personBrowser(url: string, clientId: string, email: string): Promise<PersonBrowser> {
  await connect({ url, clientId, clientSecret: `${clientId}-secret` }).setPassword({ password: PASSWORD });
  const signedIn = await fetch(`${url}/v1/users/signIn`, {
    method: 'POST',
    headers: { ...own, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
  const post = (path: string, members: Record<string, string>) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...own, cookie },
      body: new URLSearchParams(members),
    });
  return {
    async allow(address) {
      const asked = await fetch(address, { headers: { cookie } });
      if (!(await asked.text()).includes('Allow Millrace command line to act as you?'))
        throw new Error(`the page does not ask: ${asked.status}`);
      const { headers } = await post('/oauth/consent', {
        request: new URL(address).search.slice(1),
        decision: 'allow',
      });
      const landed = await fetch(headers.get('location') ?? '');
      if (!(await landed.text()).includes('You are signed in.')) throw new Error('the command line refuses the answer');
    },
    async enterCode(code) {
      const done = await post('/device/decision', { user_code: code, decision: 'allow' });
      if (!(await done.text()).includes('goes on by itself')) throw new Error(`the code is refused: ${done.status}`);
    },
  };
}
