// The hoopoe at work, drawn for empty lists, the token page and pages that are not there. Its colours come from the theme, so
// that it is at home in light and dark; it looks along the line of reading.

import styles from './hoopoe-scene.module.css';

/** Resting: nothing here yet. Carrying: something is on its way. Searching: nothing was found. */
export type Scene = 'resting' | 'carrying' | 'searching';

const crestDegrees = [-62, -38, -14, 10];
const feather = 'M0 0c-3.4-6.2-3.6-12.6-.6-19.4C2.8-13 3-6.400 0 0Z';
const tip = 'M-.6-19.4c-1.200 2.700-1.900 5.200-2.100 7.700h4.500c-.2-2.600-1-5.100-2.400-7.700Z';

export function HoopoeScene({ scene, size = 96 }: { scene: Scene; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 120 120"
      aria-hidden="true"
      focusable="false"
      className={`flip ${styles.scene}`}
      data-scene={scene}
    >
      <circle cx="60" cy="62" r="50" className={styles.sky} />
      <path d="M14 97c20-5 60-7 92 0" className={styles.branch} />
      <path d="M88 95c4-6 9-9 15-9-2 6-7 9-15 9Z" className={styles.leaf} />
      <g className={styles.bird}>
        <Bird />
        {scene === 'carrying' && <Letter />}
      </g>
      {scene === 'searching' && (
        <g className={styles.glass}>
          <circle cx="96" cy="66" r="9" />
          <path d="m89.500 72.500-7 7" />
        </g>
      )}
    </svg>
  );
}

function Bird() {
  return (
    <>
      <path d="M30 92 12 108l24-8Z" className={styles.ink} />
      <path d="M30 92c-2-22 10-36 26-38 12-2 20 6 19 16-1 16-20 28-45 22Z" className={styles.body} />
      <path d="M30 92c2-15 11-25 26-27-1 16-10 27-26 27Z" className={styles.ink} />
      <path d="M36 88c3-8 8-13 16-16M33 82c3-6 7-10 13-13" className={styles.stripe} />
      <g transform="translate(66 48)">
        {crestDegrees.map((degrees) => (
          <g key={degrees} transform={`rotate(${degrees})`}>
            <path d={feather} className={styles.body} />
            <path d={tip} className={styles.ink} />
          </g>
        ))}
      </g>
      <circle cx="67" cy="53" r="11" className={styles.body} />
      <path d="M76 50c10-1 19 2 25 9-8-4-16-5-25-3Z" className={styles.ink} />
      <circle cx="70" cy="51" r="1.900" className={styles.ink} />
      <path d="M48 92v5m8-6v5" className={styles.leg} />
    </>
  );
}

/** In its bill. */
function Letter() {
  return (
    <g transform="translate(90 57) rotate(8)">
      <rect width="22" height="15" rx="2" className={styles.paper} />
      <path d="m1 1.500 10 7.500 10-7.500" className={styles.fold} />
    </g>
  );
}
