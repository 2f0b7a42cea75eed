/** @returns `make`, whose result is kept from the first call on; an error is not kept */
export function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
