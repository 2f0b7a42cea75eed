import type { SignInRequest } from '../sign-in/sign-in.js';

/** The JSON sign-in of the interface; `over` replaces members of the request. */
export const jsonSignIn = (
  clientId: string,
  clientSecret: string,
  over: Partial<SignInRequest> & { readonly scope?: string } = {},
): SignInRequest => {
  const { scope, ...rest } = over;
  return {
    contentType: 'application/json',
    body: { client_id: clientId, client_secret: clientSecret, ...(scope === undefined ? {} : { scope }) },
    authorization: undefined,
    address: '192.0.2.1',
    traceId: 'trace',
    ...rest,
  };
};
