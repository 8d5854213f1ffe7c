import { describe, expect, it } from 'vitest';
import {
  graphError,
  graphErrorBody,
  isKnownErrorCode,
  statusError,
  tokenError,
  unknownObjectError,
} from './graph-error.ts';

describe('errors', () => {
  it('have the envelope of Graph', () => {
    expect(graphErrorBody(graphError(130429), 'Atrace')).toEqual({
      error: {
        message: '(#130429) Rate limit hit',
        type: 'OAuthException',
        code: 130429,
        error_data: {
          messaging_product: 'whatsapp',
          details: 'Cloud API message throughput has been reached.',
        },
        fbtrace_id: 'Atrace',
      },
    });
  });

  it.each([
    [0, 401],
    [2, 503],
    [10, 403],
    [100, 400],
    [190, 401],
    [368, 403],
    [80007, 400],
    [130429, 400],
    [131000, 500],
    [131005, 403],
    [131016, 500],
    [131031, 403],
    [131047, 400],
    [131056, 400],
    [131057, 500],
    [132001, 404],
    [133004, 503],
    [133010, 400],
  ])('of code %i have the documented status %i', (code, status) => {
    expect(isKnownErrorCode(code)).toBe(true);
    expect(graphError(code).status).toBe(status);
  });

  it('of tokens and unknown objects have messages of their own', () => {
    expect(tokenError()).toMatchObject({
      status: 401,
      code: 190,
      message: expect.stringMatching(/^Error validating access token/),
    });
    const body = JSON.stringify(graphErrorBody(unknownObjectError('7', 'POST'), 'A'));
    expect(body).toContain("Unsupported post request. Object with ID '7' does not exist");
    expect(body).toContain('"error_subcode":33');
  });

  it('inside a status have title, message, details and a link', () => {
    expect(statusError(131049)).toEqual({
      code: 131049,
      title: expect.stringContaining('healthy ecosystem'),
      message: expect.stringContaining('healthy ecosystem'),
      error_data: { details: expect.any(String) },
      href: expect.stringContaining('error-codes'),
    });
  });

  it('that are unknown are refused by name and still answered', () => {
    expect(isKnownErrorCode(7)).toBe(false);
    expect(isKnownErrorCode(Number.NaN)).toBe(false);
    expect(graphError(7)).toMatchObject({ status: 400, code: 7 });
  });
});
