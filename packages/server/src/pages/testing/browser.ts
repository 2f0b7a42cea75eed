import { parse } from 'node:querystring';

/** An answer as a browser shows it. */
export interface Shown {
  readonly status: number;
  /** Where it came from, after redirects within the service. */
  readonly url: string;
  readonly text: string;
  readonly headers: Headers;
  /** Where it leads outside the service; undefined when it does not. */
  readonly leadsTo: URL | undefined;
}

/** A browser without scripts: it keeps cookies, follows redirects within the services it knows and sends the forms of pages. */
export interface FormBrowser {
  open(url: string): Promise<Shown>;
  /** Sends the form of the page that is shown, with its hidden members. @param headers in the place of those of a browser */
  send(members: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Shown>;
  /** Those of the service. */
  readonly cookies: Map<string, string>;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

/** @param others origins that redirects are followed to, beside the service */
export function formBrowser(service: string, others: readonly string[] = []): FormBrowser {
  const jars = new Map([service, ...others].map((origin) => [origin, new Map<string, string>()]));
  const jarOf = (url: string): Map<string, string> => jars.get(new URL(url).origin) ?? new Map<string, string>();
  let shown: Shown | undefined;
  const go = async (url: string, init: RequestInit = {}): Promise<Shown> => {
    const cookies = jarOf(url);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html,*/*;q=0.8', ...(cookie === '' ? {} : { cookie }), ...init.headers },
    });
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(header)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      await response.arrayBuffer();
      const next = new URL(location, url);
      if (jars.has(next.origin)) return go(next.href);
      return { status: response.status, url, text: '', headers: response.headers, leadsTo: next };
    }
    const text = await response.text();
    return { status: response.status, url, text, headers: response.headers, leadsTo: undefined };
  };
  return {
    cookies: jarOf(service),
    async open(url) {
      shown = await go(new URL(url, service).href);
      return shown;
    },
    async send(members, headers = { 'sec-fetch-site': 'same-origin' }) {
      const [, action, inside = ''] =
        /<form[^>]* method="post" action="([^"]*)">([\s\S]*?)<\/form>/.exec(shown?.text ?? '') ?? [];
      if (action === undefined) throw new Error(`no form is shown: ${shown?.status} ${shown?.text}`);
      const hidden = [...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/?>/g)].map(
        ([, name = '', value = '']) => [decoded(name), decoded(value)],
      );
      const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...members });
      shown = await go(new URL(decoded(action), service).href, { method: 'POST', body, headers });
      return shown;
    },
  };
}

/** The parameters of an address. */
export const queryOf = (url: URL | undefined) => parse(url?.search.slice(1) ?? '');
