/** Whether a part of the console could not be loaded: the server has a newer version, and the old files are gone. */
export const isGoneChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload CSS/i.test(
    error.message,
  );
