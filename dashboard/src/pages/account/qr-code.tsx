// A QR code as one path. Always dark on white with a margin, also on dark pages: cameras want it so.

import { encode } from 'uqr';

const margin = 2;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: margin });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 8 }}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
