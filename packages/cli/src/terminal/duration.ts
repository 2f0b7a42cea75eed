const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** A time in seconds for people, in the two largest units: `2 d 4 h`, `5 min`; empty for null. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return '';
  const first = units.findIndex(([, size]) => seconds >= size);
  if (first === -1) return `${Math.round(seconds)} s`;
  let left = seconds;
  const parts = units.slice(first, first + 2).map(([name, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? '' : `${count} ${name}`;
  });
  return parts.filter((part) => part !== '').join(' ');
}
