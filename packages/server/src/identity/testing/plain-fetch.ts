import { OutboundError, type OutboundFetch } from '../sso/outbound-fetch.js';

/** Sends without a guard; `acceptance` tests the guard. */
export const plainFetch: OutboundFetch = async (url, { method, headers, body, signal }) => {
  try {
    return await fetch(url, { method, headers, signal, redirect: 'manual', ...(body === undefined ? {} : { body }) });
  } catch (error) {
    throw new OutboundError(`${new URL(url).origin} could not be reached.`, { cause: error });
  }
};
