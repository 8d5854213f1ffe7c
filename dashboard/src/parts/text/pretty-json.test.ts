import { describe, expect, it } from 'vitest';
import { cutJson, prettyJson } from './pretty-json.ts';

describe('prettyJson', () => {
  it('indents JSON and leaves anything else alone', () => {
    expect(prettyJson('{"to":"+1"}')).toBe('{\n  "to": "+1"\n}');
    expect(prettyJson('{"to": ')).toBe('{"to": ');
    expect(prettyJson('')).toBe('');
  });
});

describe('cutJson', () => {
  it('tells names from values, also with quotes and colons inside', () => {
    const pieces = cutJson('{"a": "x\\": 1", "b": [true, -1.5e3]}');
    expect(pieces.filter((piece) => piece.kind === 'key').map((piece) => piece.text)).toEqual(['"a"', '"b"']);
    expect(pieces.filter((piece) => piece.kind === 'value').map((piece) => piece.text)).toEqual([
      '"x\\": 1"',
      'true',
      '-1.5e3',
    ]);
  });

  it('loses nothing', () => {
    for (const text of ['{"a": 1}', 'no json at all', '', '"', '{"open": "']) {
      expect(
        cutJson(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }
  });
});
