// WhatsApp's own marks, shown as WhatsApp shows them: *bold*, _italic_ and ~struck out~.

import type { ReactNode } from 'react';

const marks = /(\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~)/;

export function FormattedText({ text }: { text: string }): ReactNode {
  return text.split(marks).map((piece, index) => {
    const inside = piece.slice(1, -1);
    const key = `${index}${piece}`;
    if (!marks.test(piece)) return piece;
    if (piece.startsWith('*')) return <strong key={key}>{inside}</strong>;
    return piece.startsWith('_') ? <em key={key}>{inside}</em> : <s key={key}>{inside}</s>;
  });
}
