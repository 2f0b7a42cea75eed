import { type Environment, environmentSchema, type Setting } from '../kernel/config.js';

/**
 * Texts that hold no secret. What is not named here is not shown: a new setting is a secret until somebody decides otherwise. Numbers
 * are none.
 */
const shown: ReadonlySet<string> = new Set<keyof Environment>([
  'HOST',
  'MILLRACE_PUBLIC_URL',
  'MILLRACE_DATA_DIR',
  'MILLRACE_TRUST_PROXY',
  'MILLRACE_STORE_PUBLIC_URL',
  'MILLRACE_OIDC_PRIVATE_HOSTS',
  'MILLRACE_SMTP_FROM',
  'MILLRACE_MAIL_DIRECTORY',
  'MILLRACE_PUSH_PRIVATE_HOSTS',
  'MILLRACE_LANGUAGE',
  'MILLRACE_LOG_LEVEL',
]);

/** An address with a user or a password in it. */
const namesUser = /:\/\/[^/?#]*@/;

/** Every setting with its value and where that comes from, without secrets. */
export function settingsOf(given: Environment): readonly Setting[] {
  return Object.entries(environmentSchema.properties).map(([name, schema]) => {
    const { description: text = '', minimum } = schema as { description?: string; minimum?: number };
    const [, description = text, fallback = null] = /^(.*?); (?:default:?|absent:) (.*)$/.exec(text) ?? [];
    const value = given[name as keyof Environment];
    const isSecret = minimum === undefined && (!shown.has(name) || namesUser.test(value ?? ''));
    const source = value === undefined ? 'default' : 'environment';
    return { name, description, source, isSecret, value: value === undefined ? fallback : isSecret ? null : value };
  });
}
