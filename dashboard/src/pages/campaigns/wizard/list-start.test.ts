import { describe, expect, it } from 'vitest';
import { startOfFile } from './list-start.ts';

const preview = {
  encoding: 'utf-8',
  delimiter: ',',
  has_header: true,
  headers: ['Mobile', 'Full name', 'Order no', 'City'],
  rows: [['0501234567', 'Sara', ' 17 ', 'Jeddah']],
  mapping: ['phone_number', 'name', null, 'field.city'],
};

describe('the first line of a file', () => {
  it('has its values under the names that placeholders use', () => {
    expect(startOfFile(preview, 'Mobile')).toEqual({
      phone_number: '0501234567',
      values: { name: 'Sara', Order_no: '17', city: 'Jeddah' },
    });
  });

  it('is null when the column of the number is not there', () => {
    expect(startOfFile(preview, 'Phone')).toBeNull();
    expect(startOfFile({ ...preview, rows: [] }, 'Mobile')).toBeNull();
  });
});
