import { describe, expect, it } from 'vitest';
import { fieldNameOf, isFieldName } from './field-dialog.tsx';

describe('the name of a field', () => {
  it('is made of what people call it', () => {
    expect(fieldNameOf(' Order no. (last) ')).toBe('order_no_last');
    expect(fieldNameOf('رقم الملف')).toBe('رقم_الملف');
    expect(fieldNameOf('!?')).toBe('');
  });

  it('is always one that the gateway takes, if there is any', () => {
    for (const label of ['City', 'A/B', 'x'.repeat(300), 'Résumé №', 'تاريخ الميلاد']) {
      expect(isFieldName(fieldNameOf(label)), label).toBe(true);
    }
    expect(isFieldName('two words')).toBe(false);
  });
});
