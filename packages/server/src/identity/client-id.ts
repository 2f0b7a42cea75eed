/** Whether a text can be a client id: 1 to 256 visible ASCII characters (RFC 6749, appendix A.1, without the space). */
export const isClientId = (text: string): boolean => /^[\x21-\x7e]{1,256}$/.test(text);
