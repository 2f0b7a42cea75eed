import { orNull } from '../common.js';
import { Type } from '../type.js';

/** A language as BCP 47 writes it, such as `de` or `pt-BR`. */
export const locale = orNull(
  Type.String({ pattern: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$', maxLength: 35 }),
  'Language that the person has chosen, e.g. de or pt-BR; null: that of the browser',
);
