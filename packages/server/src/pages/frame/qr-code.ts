import { encode } from 'uqr';
import { type Html, html } from './html.js';

/** Dark squares need light around them (ISO/IEC 18004): four squares. */
const BORDER = 4;

/** A QR code, dark on light in any colour scheme. @param label what it is, for those who do not see it */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<svg class="qr" role="img" aria-label="${label}" width="220" height="220" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${squares.join('')}"/></svg>`;
}
