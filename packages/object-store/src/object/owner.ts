/** The only owner of all buckets and objects. Credentials are not users. */
export const owner = { ID: 'millrace', DisplayName: 'millrace' } as const;
