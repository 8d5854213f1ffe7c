// Where the lines of latitude and longitude run on a small drawing around a place.

import type { ShownPlace } from './shown-content.ts';

interface Tile {
  readonly width: number;
  readonly height: number;
  readonly degreesHigh: number;
}

interface GridLine {
  /** Pixels from the left or from the top. */
  readonly at: number;
  readonly label: string;
}

const spacing = 0.01;
const digits = 2;

export function gridAround(
  { latitude, longitude }: ShownPlace,
  { width, height, degreesHigh }: Tile,
): { meridians: readonly GridLine[]; parallels: readonly GridLine[] } {
  const pixelsPerDegree = height / degreesHigh;
  // Meridians are closer together towards the poles; near them the drawing is left as wide as it is tall.
  const shrink = Math.max(0.2, Math.cos((latitude * Math.PI) / 180));
  const acrossPixels = pixelsPerDegree * shrink;
  const halfWide = width / 2 / acrossPixels;
  return {
    meridians: multiples(longitude - halfWide, longitude + halfWide).map((degree) => ({
      at: width / 2 + (degree - longitude) * acrossPixels,
      label: degrees(degree, 'E', 'W'),
    })),
    parallels: multiples(latitude - degreesHigh / 2, latitude + degreesHigh / 2).map((degree) => ({
      at: height / 2 - (degree - latitude) * pixelsPerDegree,
      label: degrees(degree, 'N', 'S'),
    })),
  };
}

function multiples(from: number, until: number): readonly number[] {
  const first = Math.ceil(from / spacing);
  const last = Math.floor(until / spacing);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * spacing);
}

const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value).toFixed(digits)}° ${value < 0 ? negative : positive}`;

export const placeText = ({ latitude, longitude }: ShownPlace): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
