import type { SendAnswer } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { goodSend, goodUnversionedSend, useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway();
const company = await gateway.createCompany();
const mebibyte = 1_048_576;

const paths = [
  ['/api/v1/messages/send', goodSend],
  ['/api/messages/send', goodUnversionedSend],
] as const;

/** A body that is accepted, filled up with white space to a size. */
const paddedTo = (body: object, bytes: number): string => {
  const text = JSON.stringify(body);
  return text + ' '.repeat(bytes - text.length);
};

describe.each(paths)('the body of POST %s', (path, goodBody) => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    company.call<SendAnswer>('POST', path, { body, headers });

  it.each([
    ['an unfinished object', '{"message":"Hi"', /too early|line 1/],
    ['a comma too many', '{\n  "message": "Hi",\n}', /line 3, column 1/],
    ['single quotes', "{'message':'Hi'}", /line 1, column 2/],
    ['two objects', '{}{}', /line 1, column 3/],
    ['white space', '   ', /empty/],
    ['a byte order mark in front', '\ufeff{}', /JSON/],
    ['form data', 'message=Hi', /JSON/],
    ['NaN', '{"message":NaN}', /JSON/],
    ['a raw line end in a text', '{"message":"a\nb"}', /line 1/],
  ])('is refused with 400 when it is %s', async (_name, body, where) => {
    const problem = expectProblem(await post(body), 'invalid_json');
    expect(problem.detail).toMatch(where);
  });

  it('is not quoted in the answer when it is not JSON', async () => {
    const answer = await post('{"message": confidential');
    expectProblem(answer, 'invalid_json');
    expect(answer.text).not.toContain('confidential');
  });

  it('is refused with 400 when it is missing', async () => {
    expect(expectProblem(await company.call('POST', path), 'invalid_json').detail).toContain('missing');
  });

  it('is refused with 400 when it is empty', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '0' };
    expectProblem(await company.call('POST', path, { headers }), 'invalid_json');
  });

  it.each([
    ['an overlong sequence', [0xc0, 0x80]],
    ['a half surrogate', [0xed, 0xa0, 0x80]],
    ['Latin-1', [0xe9]],
    ['a sequence that is cut off', [0xf0, 0x9f, 0xa6]],
  ])('is refused with 400 when its UTF-8 holds %s', async (_name, bytes) => {
    const [before, after] = JSON.stringify({ ...goodBody, message: '|' }).split('|');
    const body = Buffer.concat([Buffer.from(before ?? ''), Buffer.from(bytes), Buffer.from(after ?? '')]);
    expect(expectProblem(await post(body), 'invalid_json').detail).toContain('UTF-8');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/vnd.api+json',
    'nonsense',
  ])('is refused with 415 when it is sent as %s', async (type) => {
    expectProblem(await post(JSON.stringify(goodBody), { 'content-type': type }), 'unsupported_content_type');
  });

  it('is refused with 415 when it has no content type', async () => {
    const answer = await company.call('POST', path, {
      body: Buffer.from(JSON.stringify(goodBody)),
      headers: { 'content-type': '' },
    });
    expectProblem(answer, 'unsupported_content_type');
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
  ])('is taken as %s', async (type) => {
    expect((await post(JSON.stringify(goodBody), { 'content-type': type })).status).toBe(202);
  });

  it('may have exactly 1 MiB', async () => {
    expect((await post(paddedTo(goodBody, mebibyte))).status).toBe(202);
  });

  it('is refused with 413 when it is one byte larger than 1 MiB', async () => {
    expectProblem(await post(paddedTo(goodBody, mebibyte + 1)), 'body_too_large');
  });

  it('is refused when it is nested deeper than any body needs', async () => {
    const depth = 200_000;
    const deep = `{"message":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expectProblem(await post(deep), 'json_too_deep');
    const allowed = `{"message":${'['.repeat(63)}"\\u0000"${']'.repeat(63)}}`;
    expectProblem(await post(allowed), 'invalid_characters');
  });

  it('may hold a field twice; the last one counts', async () => {
    const [number] = Object.keys(goodBody);
    const body = `{"${number}":"+966501234567","message":"first","message":"second"}`;
    const { status, body: answer } = await post(body);
    expect(status).toBe(202);
    const stored = await company.get(`/api/v1/messages/${answer.message_id}`);
    expect(stored.body).toMatchObject({ message: 'second' });
  });
});
