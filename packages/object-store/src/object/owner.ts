/** The one owner of every bucket and object: credentials are not users. */
export const owner = { ID: 'millrace', DisplayName: 'millrace' } as const;
