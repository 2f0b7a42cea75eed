/** The addresses of this service that a provider and a browser use; each provider has its own, so that answers cannot be mixed up. */
export const startUrl = (publicUrl: string, providerId: string): string => `${publicUrl}/sso/${providerId}/start`;

/** Where a provider sends the browser back to. */
export const callbackUrl = (publicUrl: string, providerId: string): string => `${publicUrl}/sso/${providerId}/callback`;

/** Where a provider sends logout tokens. */
export const backChannelLogoutUrl = (publicUrl: string, providerId: string): string =>
  `${publicUrl}/sso/${providerId}/back-channel-logout`;

/** Where a provider sends the browser after a sign-out there. */
export const signedOutUrl = (publicUrl: string, providerId: string): string =>
  `${publicUrl}/sso/${providerId}/signed-out`;
