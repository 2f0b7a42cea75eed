const width = 900;
const left = 280;
const bar = 14;
const colours = ['#2f6f9f', '#e08e2b', '#5a9a5a', '#a05a9a'];

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Requests a second by scenario and size, as bars. */
export function chartOf({ results }) {
  const names = [...new Set(results.flatMap(({ figures }) => figures.map(({ name }) => name)))];
  const most = Math.max(1, ...results.flatMap(({ figures }) => figures.map(({ http }) => http.perSecond)));
  const block = results.length * bar + 12;
  const height = 60 + names.length * block;
  const bars = names.flatMap((name, row) => {
    const top = 50 + row * block;
    const label = `<text x="${left - 8}" y="${top + (block - 12) / 2 + 4}" text-anchor="end">${escaped(name)}</text>`;
    return [
      label,
      ...results.flatMap(({ figures }, index) => {
        const figure = figures.find((one) => one.name === name);
        if (figure === undefined) return [];
        const length = ((width - left - 70) * figure.http.perSecond) / most;
        const y = top + index * bar;
        return [
          `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="${bar - 2}" fill="${colours[index % colours.length]}"/>`,
          `<text x="${(left + length + 4).toFixed(1)}" y="${y + 10}">${Math.round(figure.http.perSecond)}</text>`,
        ];
      }),
    ];
  });
  const legend = results.map(
    ({ size }, index) =>
      `<rect x="${left + index * 150}" y="14" width="12" height="12" fill="${colours[index % colours.length]}"/>` +
      `<text x="${left + index * 150 + 18}" y="24">${size.toLocaleString('en')} processes</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="11">
<title>Requests per second by kind of request and number of processes</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="8" y="24">Requests per second</text>
${[...legend, ...bars].join('\n')}
</svg>
`;
}
