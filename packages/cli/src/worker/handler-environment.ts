/** Settings of the worker that a handler does not get: they have its credentials. */
const ofTheWorker = /^MILLRACE_/;
const secretName = /SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY/i;
/** Shorter values occur in texts by chance. */
const MIN_SECRET_LENGTH = 6;

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of handlers: that of the worker without its own settings. */
export const handlerEnvironment = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !ofTheWorker.test(name)));

/**
 * Replaces secrets in texts of handlers with `***`: values of environment variables whose names look like secrets, the
 * worker's own credentials, bearer tokens, and passwords in addresses. Handlers are read line by line: each line of a
 * secret with several lines, such as a key in PEM, is a secret too.
 */
export function secretMask(env: Environment, own: readonly (string | undefined)[]): (text: string) => string {
  const ofNames = Object.entries(env).flatMap(([name, value]) => (secretName.test(name) ? [value] : []));
  const secrets = [...own, ...ofNames]
    .filter((value) => value !== undefined)
    .flatMap((value) => [value, ...value.split(/[\r\n]+/).map((line) => line.trim())])
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    // A secret that contains another one is replaced as a whole.
    .sort((one, other) => other.length - one.length);
  return (text) =>
    secrets
      .reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
      .replace(/\b(Bearer|Basic) [\w.~+/-]{6,}=*/gi, '$1 ***')
      .replace(/(:\/\/[^\s/:@]*):[^\s/@]+@/g, '$1:***@');
}
