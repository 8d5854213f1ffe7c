import { describe, expect, it } from 'vitest';
import { readPasted } from './read-pasted.ts';

describe('a pasted list', () => {
  it('has a number a line, and skips what is empty', () => {
    expect(readPasted('+966501234567\r\n\n  +966 50 765 4321 \n')).toEqual([
      { phone_number: '+966501234567' },
      { phone_number: '+966 50 765 4321' },
    ]);
  });

  it('takes what stands behind a number as the name', () => {
    expect(readPasted('+966501234567, Sara Ali\n0507654321\tعمر')).toEqual([
      { phone_number: '+966501234567', variables: { name: 'Sara Ali' } },
      { phone_number: '0507654321', variables: { name: 'عمر' } },
    ]);
  });

  it('takes several numbers from one line, also with Arabic commas and digits', () => {
    expect(readPasted('+966501234567, 0507654321، ٠٥٠١١١٢٢٢٣')).toEqual([
      { phone_number: '+966501234567' },
      { phone_number: '0507654321' },
      { phone_number: '٠٥٠١١١٢٢٢٣' },
    ]);
  });

  it('keeps what is no number, for the pre-flight to show', () => {
    expect(readPasted('not a number')).toEqual([{ phone_number: 'not a number' }]);
  });
});
