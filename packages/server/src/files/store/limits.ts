/** Bytes of the largest upload by form, and of the largest copy, that S3 takes. */
export const maximumFormUpload = 5 * 1024 ** 3;

/** Lifetime of the address of a part in seconds, that of every signature for uploads (D29). */
export const partSeconds = 15 * 60;
