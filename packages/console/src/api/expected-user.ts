let expected: string | undefined;

/** The person whom the page was loaded for: every change is meant for them, whoever signs in meanwhile in another tab. */
export const expectedUser = (): string | undefined => expected;

/** @returns false: the page was loaded for somebody else */
export function expectUser(userId: string): boolean {
  expected ??= userId;
  return expected === userId;
}
