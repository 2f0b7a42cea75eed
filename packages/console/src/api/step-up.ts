let ask: (() => Promise<boolean>) | undefined;

/** Says how a person proves again who they are. Returns how to take it back. */
export function provideStepUp(how: () => Promise<boolean>): () => void {
  ask = how;
  return () => {
    ask = undefined;
  };
}

/** Asks the person to prove again who they are; false: they did not. */
export const askForStepUp = (): Promise<boolean> => ask?.() ?? Promise.resolve(false);
