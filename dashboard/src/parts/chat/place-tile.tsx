// A place as a tile that we draw ourselves: lines of latitude and longitude around it, and a pin where it is. No map server is
// asked, so no third party learns where a customer lives.

import { IconExternalLink } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { gridAround, placeText } from './place-grid.ts';
import styles from './place-tile.module.css';
import type { ShownPlace } from './shown-content.ts';

const width = 264;
const height = 128;
/** Degrees that fit into the height of a tile: some three kilometres. */
const degreesHigh = 0.03;

export function PlaceTile({ place }: { place: ShownPlace }) {
  const { t } = useTranslation();
  const coordinates = placeText(place);
  return (
    <div className={styles.place}>
      <Drawing place={place} />
      {place.name && <bdi className={styles.name}>{place.name}</bdi>}
      {place.address && <bdi className={styles.address}>{place.address}</bdi>}
      <a
        className={styles.link}
        href={`https://www.openstreetmap.org/?mlat=${place.latitude}&mlon=${place.longitude}#map=15/${place.latitude}/${place.longitude}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('chat.open_map', { coordinates })}
      >
        <bdi dir="ltr">{coordinates}</bdi>
        <IconExternalLink size={14} aria-hidden />
      </a>
    </div>
  );
}

function Drawing({ place }: { place: ShownPlace }) {
  const { t } = useTranslation();
  const shadow = useId();
  const { meridians, parallels } = gridAround(place, { width, height, degreesHigh });
  return (
    <svg
      className={styles.tile}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('chat.map_of', { name: place.name ?? placeText(place) })}
    >
      <rect className={styles.ground} width={width} height={height} />
      {meridians.map(({ at, label }) => (
        <g key={label}>
          <line className={styles.line} x1={at} x2={at} y1={0} y2={height} />
          <text className={styles.label} x={at + 3} y={height - 4}>
            {label}
          </text>
        </g>
      ))}
      {parallels.map(({ at, label }) => (
        <g key={label}>
          <line className={styles.line} x1={0} x2={width} y1={at} y2={at} />
          <text className={styles.label} x={3} y={at - 3}>
            {label}
          </text>
        </g>
      ))}
      <radialGradient id={shadow}>
        <stop offset="0" stopColor="#000" stopOpacity="0.35" />
        <stop offset="1" stopColor="#000" stopOpacity="0" />
      </radialGradient>
      <ellipse cx={width / 2} cy={height / 2 + 1} rx={12} ry={4} fill={`url(#${shadow})`} />
      <path
        className={styles.pin}
        d={`M${width / 2} ${height / 2} c-9 -13 -13 -18 -13 -25 a13 13 0 0 1 26 0 c0 7 -4 12 -13 25 z`}
      />
      <circle className={styles.eye} cx={width / 2} cy={height / 2 - 25} r={5} />
      <g className={styles.north}>
        <path d={`M${width - 16} 8 l5 12 l-5 -3 l-5 3 z`} />
        <text x={width - 16} y={30} textAnchor="middle">
          {t('chat.north')}
        </text>
      </g>
    </svg>
  );
}
