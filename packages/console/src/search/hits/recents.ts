/** A page that was opened from the palette or the search page. */
export interface Recent {
  readonly source: string;
  readonly id: string;
  readonly title: string;
  readonly place: string;
}

const KEY = 'millrace.recents';
const MOST = 8;

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  ['source', 'id', 'title', 'place'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

/** What this person opened last in this browser, the latest first. */
export function readRecents(userId: string): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${KEY}.${userId}`) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function noteRecent(userId: string, recent: Recent): void {
  const others = readRecents(userId).filter(({ id }) => id !== recent.id);
  localStorage.setItem(`${KEY}.${userId}`, JSON.stringify([recent, ...others].slice(0, MOST)));
}
