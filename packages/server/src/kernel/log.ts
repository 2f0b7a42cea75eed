/** A logger; pino's fits. The context comes first, the message second. */
export interface Log {
  debug(context: object, message: string): void;
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
  error(context: object, message: string): void;
}
