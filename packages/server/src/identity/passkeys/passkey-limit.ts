import { conflict } from '../../kernel/errors/request-errors.js';

const PASSKEYS_PER_USER = 10;

/** @param existing passkeys that the person has; @throws CatalogueError 1009 when they are as many as may be */
export function requireRoomForPasskey(existing: number): void {
  if (existing < PASSKEYS_PER_USER) return;
  throw conflict(`You have ${PASSKEYS_PER_USER} passkeys, and more are not possible. Remove one first.`);
}
