/** The pattern is no regular expression of XPath, or needs what cannot be matched in linear time. The message says what and where. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}
