/** Whether an expression language is FEEL: its name or a namespace of any version. */
export function isFeel(language: string | null): boolean {
  return language === null || /feel/i.test(language);
}
