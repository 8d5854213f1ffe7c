import { describe, expect, it } from 'vitest';
import { cleanFilename, contentDisposition, filenameFrom, nameFor } from './filename.ts';

describe('the name of a file', () => {
  it.each([
    ['invoice.pdf', 'invoice.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['line\r\nbreak.txt', 'linebreak.txt'],
    ['فاتورة.pdf', 'فاتورة.pdf'],
    ['..', null],
    ['', null],
    [null, null],
  ])('%j becomes %j', (text, name) => {
    expect(cleanFilename(text)).toBe(name);
  });

  it('is never missing, and has the extension of its type', () => {
    expect(nameFor(null, 'application/pdf')).toBe('document.pdf');
    expect(nameFor(null, 'image/png')).toBe('picture.png');
    expect(nameFor('invoice', 'application/pdf')).toBe('invoice.pdf');
    expect(nameFor('invoice.pdf', 'application/pdf')).toBe('invoice.pdf');
    expect(nameFor(null, null)).toBe('document');
  });

  it('comes from the server, else from the address', () => {
    const url = 'https://example.com/files/report%20one.pdf?x=1';
    expect(filenameFrom(undefined, url)).toBe('report one.pdf');
    expect(filenameFrom('attachment; filename="given.pdf"', url)).toBe('given.pdf');
    expect(filenameFrom(`attachment; filename="x"; filename*=UTF-8''f%C3%A4n.pdf`, url)).toBe('fän.pdf');
    expect(filenameFrom(undefined, 'https://example.com/')).toBeNull();
    expect(filenameFrom(undefined, 'https://example.com/%E0%A4%A')).toBe('%E0%A4%A');
  });

  it('cannot end its own header', () => {
    expect(contentDisposition('attachment', 'a"b\r\nفاتورة.pdf')).toBe(
      `attachment; filename="a_b________.pdf"; filename*=UTF-8''a%22b%0D%0A%D9%81%D8%A7%D8%AA%D9%88%D8%B1%D8%A9.pdf`,
    );
  });
});
