import type { Hit } from './places.js';

type Match = Hit['matches'][number];

/** A text with the places that match in bold. */
export function Marked({ text, ranges }: Pick<Match, 'text' | 'ranges'>) {
  const parts = [];
  let at = 0;
  for (const { start, length } of ranges) {
    parts.push(text.slice(at, start), <b key={start}>{text.slice(start, start + length)}</b>);
    at = start + length;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}

/** The name of a hit, with what matches in it; of one without a name the end of its id. */
export function HitTitle({ hit: { id, title, matches } }: { hit: Hit }) {
  const match = matches.find(({ text }) => text === title);
  if (match !== undefined) return <Marked {...match} />;
  return title === null ? <span className="id">…{id.slice(-8)}</span> : title;
}

/** The matches that the name does not show. */
export const otherMatches = ({ title, matches }: Hit): readonly Match[] =>
  matches.filter(({ text, field }) => text !== title && field !== 'id');
