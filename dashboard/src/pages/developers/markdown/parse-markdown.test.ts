import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseInline, plainText } from './parse-inline.ts';
import { anchorOf, parseMarkdown } from './parse-markdown.ts';

const text = (value: string) => ({ kind: 'text', text: value });

describe('a line', () => {
  it('has code, emphasis and links in it', () => {
    expect(parseInline('Send `to`, **now**, see [Sending](sending.md#never-twice) *soon*.')).toEqual([
      text('Send '),
      { kind: 'code', text: 'to' },
      text(', '),
      { kind: 'strong', children: [text('now')] },
      text(', see '),
      { kind: 'link', to: 'sending.md#never-twice', children: [text('Sending')] },
      text(' '),
      { kind: 'emphasis', children: [text('soon')] },
      text('.'),
    ]);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](data:text/html,x)',
    '<script>alert(1)</script>',
    '<img src=x onerror=y>',
  ])('keeps %s as text', (line) => {
    expect(parseInline(line).every(({ kind }) => kind === 'text')).toBe(true);
    expect(plainText(parseInline(line))).toBe(line);
  });
});

describe('a page', () => {
  it('is read into blocks', () => {
    const page = `# Title

A paragraph
of two lines.

<!-- a comment -->
- one
  goes on
- two

1. first
2. second

> Quoted
> too

| A | B |
|---|---|
| \`a|b\` | c |

\`\`\`sh run
npm start # not a heading
\`\`\`
`;
    expect(parseMarkdown(page)).toEqual([
      { kind: 'heading', level: 1, id: 'title', text: [text('Title')] },
      { kind: 'paragraph', text: [text('A paragraph of two lines.')] },
      { kind: 'list', isOrdered: false, items: [[text('one goes on')], [text('two')]] },
      { kind: 'list', isOrdered: true, items: [[text('first')], [text('second')]] },
      { kind: 'quote', text: [text('Quoted too')] },
      {
        kind: 'table',
        head: [[text('A')], [text('B')]],
        rows: [[[{ kind: 'code', text: 'a|b' }], [text('c')]]],
      },
      { kind: 'code', language: 'sh', code: 'npm start # not a heading' },
    ]);
  });

  it('has headings with the anchors of GitHub', () => {
    expect(anchorOf('2. WhatsApp in the app')).toBe('2-whatsapp-in-the-app');
    expect(anchorOf('What `sent` means, and why')).toBe('what-sent-means-and-why');
  });
});

describe('our guides', () => {
  const docs = join(import.meta.dirname, '../../../../../docs');

  it.each(readdirSync(docs).filter((name) => name.endsWith('.md')))('%s is read without a rest', (name) => {
    const blocks = parseMarkdown(readFileSync(join(docs, name), 'utf8'));
    expect(blocks[0]).toMatchObject({ kind: 'heading', level: 1 });
    for (const block of blocks) {
      if (block.kind === 'table') {
        for (const row of block.rows) expect(row, JSON.stringify(row)).toHaveLength(block.head.length);
      }
      if (block.kind === 'paragraph') expect(plainText(block.text)).not.toMatch(/\]\(|^\||```/);
    }
  });
});
