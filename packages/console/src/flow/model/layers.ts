/** What one state or stage adds to the height of a chart, at each point of time. */
export interface Layer {
  readonly value: string;
  /** Lower and upper edge at each point. */
  readonly edges: readonly (readonly [lower: number, upper: number])[];
}

/** Processes by state or stage at the end of a part of the time. */
interface Bucket {
  readonly values: readonly { readonly value: string; readonly inside: number }[];
}

/** Layers that lie on each other in the order of the values; the last value is at the bottom, since it is where processes end. */
export function layersOf(values: readonly string[], buckets: readonly Bucket[]) {
  const heights = buckets.map(() => 0);
  const layers = values.toReversed().map((value): Layer => {
    const edges = buckets.map((bucket, at) => {
      const lower = heights[at] ?? 0;
      const upper = lower + (bucket.values.find((one) => one.value === value)?.inside ?? 0);
      heights[at] = upper;
      return [lower, upper] as const;
    });
    return { value, edges };
  });
  return { layers: layers.toReversed(), highest: Math.max(1, ...heights) };
}

/** The area of a layer as the path of an SVG of this size: each part of the time is a step. */
export function areaOf({ edges }: Layer, highest: number, width: number, height: number): string {
  const step = width / edges.length;
  const y = (count: number) => round(height - (count / highest) * height);
  const along = (edge: 0 | 1) =>
    edges.flatMap((at, place) => [
      `${round(place * step)},${y(at[edge])}`,
      `${round((place + 1) * step)},${y(at[edge])}`,
    ]);
  return `M${[...along(1), ...along(0).toReversed()].join('L')}Z`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
