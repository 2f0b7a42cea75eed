interface AddressPolicy {
  createScriptURL(address: string): URL;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): AddressPolicy;
}

const WORKER = 'service-worker.js';
const { trustedTypes } = globalThis as { readonly trustedTypes?: PolicyFactory };
/** Lets the service worker through Trusted Types, and nothing else. */
const policy = trustedTypes?.createPolicy('millrace-push', {
  createScriptURL: (given) => {
    if (given === new URL(WORKER, document.baseURI).href) return given;
    throw new TypeError('Only the service worker of the console is started.');
  },
});

/** What this browser can do: some show notifications only when the console is on the home screen. */
export type Support = 'yes' | 'no' | 'install';

export function supportOf(): Support {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes';
  return /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'no';
}

const registrationHere = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(document.baseURI);

/** The subscription of this browser; null: there is none. */
export const subscriptionHere = async (): Promise<PushSubscription | null> =>
  (await (await registrationHere())?.pushManager.getSubscription()) ?? null;

/** SHA-256 of the address of a subscription, by which the server names it. */
export async function fingerprintOf({ endpoint }: PushSubscription): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return base64url(new Uint8Array(hash));
}

/** What createPushSubscription takes of a subscription. */
export interface NewSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * Asks the person and subscribes this browser.
 *
 * @returns undefined when the person or the browser says no
 * @throws Error when the browser cannot reach its push service
 */
export async function subscribe(publicKey: string): Promise<NewSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const address = new URL(WORKER, document.baseURI).href;
  await navigator.serviceWorker.register((policy?.createScriptURL(address) ?? address) as string, { scope: './' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(publicKey);
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const part = (name: PushEncryptionKeyName): string => base64url(new Uint8Array(subscription.getKey(name) ?? []));
  return { endpoint: subscription.endpoint, p256dh: part('p256dh'), auth: part('auth') };
}

/** This browser takes no messages any more. */
export const unsubscribe = async (): Promise<unknown> => (await subscriptionHere())?.unsubscribe();

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
