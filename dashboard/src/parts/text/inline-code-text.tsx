// A sentence in which `words in backticks` are code, as the error catalogue writes them.

import { Code } from '@mantine/core';

export function InlineCodeText({ text }: { text: string }) {
  return text.split('`').map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never change their order
      <Code key={index} className="ltr" dir="ltr">
        {piece}
      </Code>
    ),
  );
}
