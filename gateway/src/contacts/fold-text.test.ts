import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

describe('one spelling', () => {
  it.each([
    ['أحمد', 'احمد'],
    ['إِلْغاءُ', 'الغاء'],
    ['توقـــف', 'توقف'],
    ['مدرسة', 'مدرسه'],
    ['على', 'علي'],
    ['  Sara   AHMED ', 'sara ahmed'],
    ["O'Brien", 'o brien'],
    ['Müller', 'muller'],
    ['STOP!!!', 'stop'],
    ['ＳＴＯＰ', 'stop'],
    ['👍', ''],
  ])('of %s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});
