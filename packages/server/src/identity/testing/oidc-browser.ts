/** A browser without a screen: cookies by origin, redirects one at a time. */
export interface TestBrowser {
  /** Opens an address and follows redirects until one leads to an address that `stops` says; answers that address. */
  followTo(address: string, stops: (url: URL) => boolean): Promise<URL>;
  /** One request, with the cookies of its origin; follows nothing. */
  get(address: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  readonly cookies: Map<string, Map<string, string>>;
}

const MOST_REDIRECTS = 20;

export function createTestBrowser(): TestBrowser {
  const cookies = new Map<string, Map<string, string>>();
  const get: TestBrowser['get'] = async (address, headers = {}) => {
    const { origin } = new URL(address);
    const jar = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), accept: 'text/html', ...headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  return {
    cookies,
    get,
    async followTo(address, stops) {
      let url = new URL(address);
      for (let step = 0; step < MOST_REDIRECTS; step += 1) {
        if (stops(url)) return url;
        const response = await get(url.href);
        const location = response.headers.get('location');
        if (location === null) throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`);
        url = new URL(location, url);
      }
      throw new Error('too many redirects');
    },
  };
}
