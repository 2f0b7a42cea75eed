const browsers = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const;

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

const nameIn = (agent: string, list: readonly (readonly [string, RegExp])[]): string | undefined =>
  list.find(([, pattern]) => pattern.test(agent))?.[0];

/** "Firefox, Linux" for a User-Agent; undefined where it names no browser that we know. */
export function browserOf(agent: string): string | undefined {
  const parts = [nameIn(agent, browsers), nameIn(agent, systems)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(', ');
}

export const isPhone = (agent: string): boolean => /iPhone|Android.*Mobile/.test(agent);
