/** One line of text for a terminal: replaces line ends and control characters, which data may contain. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u2028\u2029]+/gu, ' ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '�');
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Columns that a terminal needs for the text: East Asian characters and emoji take two. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** Fills up to the width with spaces; longer text stays as it is. */
export function pad(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return side === 'left' ? text + space : space + text;
}

/** Shortens to the width, marked with an ellipsis. */
export function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const next = used + (wide.test(segment) ? 2 : 1);
    if (next > width - 1) break;
    kept += segment;
    used = next;
  }
  return `${kept}…`;
}

/** 1.5 KiB, 3 MiB: a size in bytes for people. */
export function byteSize(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1).replace(/\.0$/, '')} ${units[unit] ?? ''}`;
}

/** A time of the service (D3) for people: UTC, to the second. */
export function shortTime(timestamp: string | null | undefined): string {
  if (timestamp === null || timestamp === undefined) return '';
  return timestamp.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/, '$1 $2');
}

/** Any JSON value on one line: text as it is, everything else as JSON. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value));
}
