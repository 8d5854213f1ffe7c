import type { SendAnswer } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { goodSend, useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway();
const company = await gateway.createCompany();
const path = '/api/v1/messages/send';

const post = (body: unknown) => company.call<SendAnswer>('POST', path, { body });

const storedMessage = async (id: string) => (await company.get(`/api/v1/messages/${id}`)).body;

describe('202: an accepted message', () => {
  it('is answered queued with its id and the time of its acceptance', async () => {
    const before = Date.now();
    const answer = await post(goodSend);
    expect(answer.status).toBe(202);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      status: 'queued',
      message_id: expect.stringMatching(/^msg_[0-9a-z]{26}$/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const acceptedAt = Date.parse(answer.body.timestamp);
    expect(acceptedAt).toBeGreaterThanOrEqual(before);
    expect(acceptedAt).toBeLessThanOrEqual(Date.now());
  });

  it('is in the database when the answer arrives', async () => {
    const { body } = await post({ ...goodSend, message: 'Stored before it is answered' });
    const rows = await gateway.database.query<{ body: string; status: string }>(
      'select body, status from messages where company_id = $1 order by id desc limit 1',
      [company.uuid],
    );
    expect(rows).toEqual([{ body: 'Stored before it is answered', status: 'queued' }]);
    expect(body.status).toBe('queued');
  });

  it('takes the text type and the default provider when they are left out', async () => {
    const { body } = await post(goodSend);
    expect(await storedMessage(body.message_id)).toMatchObject({ type: 'text', provider: 'meta_cloud' });
  });

  it('takes the type and the provider that are named', async () => {
    const { status, body } = await post({ ...goodSend, type: 'text', provider: 'meta_cloud' });
    expect(status).toBe(202);
    expect(await storedMessage(body.message_id)).toMatchObject({ type: 'text', provider: 'meta_cloud' });
  });

  it.each([
    ['+966 50 123 4567', '+966501234567'],
    ['+966-50-123-4567', '+966501234567'],
    ['+1 (415) 555-2671', '+14155552671'],
    ['+44.20.7946.0958', '+442079460958'],
  ])('stores %s as %s', async (written, stored) => {
    const { body } = await post({ ...goodSend, to: written });
    expect(await storedMessage(body.message_id)).toMatchObject({ phone_number: stored });
  });

  it.each([
    ['4,096 letters', 'x'.repeat(4096)],
    ['4,096 emoji, which are two units of JavaScript each', '🦜'.repeat(4096)],
    ['one character', '.'],
    ['Arabic with marks and joiners', 'مرحبًا بكم، موعدكم يوم الأحد 👨‍👩‍👧'],
    ['quotes, backslashes, braces and line ends', '{"a":\\"b\\"}, \'{NULL}\'\r\n\t"'],
    ['white space around the words', '  hello \n'],
    ['the highest and the lowest characters that can be carried', '\u0001\u{10ffff}\ufffd'],
  ])('keeps %s unchanged', async (_name, message) => {
    const { status, body } = await post({ ...goodSend, message });
    expect(status).toBe(202);
    expect(await storedMessage(body.message_id)).toMatchObject({ message });
  });

  it('says that respond-async was applied when it was asked for', async () => {
    const asked = await company.send({}, { prefer: 'respond-async, wait=5' });
    expect(asked).toMatchObject({ status: 202, headers: { 'preference-applied': 'respond-async' } });
    expect((await company.send()).headers).not.toHaveProperty('preference-applied');
  });

  it('is accepted with a slash at the end of the path', async () => {
    expect((await company.call('POST', `${path}/`, { body: goodSend })).status).toBe(202);
  });
});

describe('422: a body with a mistake', () => {
  it.each(['to', 'message'])('names the missing field %s', async (field) => {
    const { [field as 'to']: _left, ...body } = goodSend;
    const problem = expectProblem(await post(body), 'missing_field', { pointer: `/${field}` });
    expect(problem.detail).toContain(`"${field}" is required`);
  });

  it.each([
    ['mesage', 'message'],
    ['To', 'to'],
    ['provder', 'provider'],
    ['typ', 'type'],
  ])('names the unknown field %s and hints at %s', async (wrong, near) => {
    const problem = expectProblem(await post({ ...goodSend, [wrong]: 'x' }), 'unknown_field', {
      pointer: `/${wrong}`,
    });
    expect(problem.detail).toContain(`Did you mean "${near}"?`);
    expect(problem.detail).toContain('Known fields: to, type, message, preview_url, reply_to,');
  });

  it('names an unknown field that resembles nothing, without a hint', async () => {
    const problem = expectProblem(await post({ ...goodSend, quantity: 1 }), 'unknown_field', {
      pointer: '/quantity',
    });
    expect(problem.detail).not.toContain('Did you mean');
  });

  it('escapes slashes and tildes of an unknown field in its pointer', async () => {
    expectProblem(await post({ ...goodSend, 'a/b~c': 1 }), 'unknown_field', { pointer: '/a~1b~0c' });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'treats %s as the unknown field it is',
    async (name) => {
      const body = `{"to":"+966501234567","message":"Hi","${name}":{"type":"text"}}`;
      expectProblem(await post(body), 'unknown_field', { pointer: `/${name}` });
    },
  );

  it('does not take required fields from __proto__', async () => {
    const answer = await post('{"__proto__":{"to":"+966501234567","message":"Hi"}}');
    expectProblem(answer, 'missing_field', { pointer: '/to' });
  });

  it.each([
    ['to', 966501234567, 'a number'],
    ['to', null, 'null'],
    ['message', 5, 'a number'],
    ['message', true, 'a boolean'],
    ['message', ['Hi'], 'an array'],
    ['message', { text: 'Hi' }, 'an object'],
  ])('does not convert %s from %j', async (field, value, named) => {
    const problem = expectProblem(await post({ ...goodSend, [field]: value }), 'wrong_type', {
      pointer: `/${field}`,
    });
    expect(problem.detail).toBe(`"${field}" must be a string, not ${named}.`);
  });

  it.each([['[]'], ['"text"'], ['5'], ['true']])('refuses %s as a body', async (body) => {
    const problem = expectProblem(await post(body), 'wrong_type', { pointer: '' });
    expect(problem.detail).toContain('must be an object');
  });

  it('names all mistakes at once, each with its own code', async () => {
    const problem = expectProblem(await post({ to: '123', message: ' ', typ: 'text' }), 'unknown_field');
    expect(problem.errors?.map(({ code, pointer }) => [code, pointer]).sort()).toEqual([
      ['invalid_phone_number', '/to'],
      ['text_empty', '/message'],
      ['unknown_field', '/typ'],
    ]);
  });

  it('lists at most twenty mistakes however many there are', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`field_${index}`, index]));
    const problem = expectProblem(await post({ ...goodSend, ...many }), 'unknown_field');
    expect(problem.errors).toHaveLength(20);
  });

  it.each(['poem', 'TEXT', ''])('lists the known types for the type %j', async (type) => {
    const problem = expectProblem(await post({ ...goodSend, type }), 'unknown_message_type', {
      pointer: '/type',
    });
    expect(problem.detail).toContain('one of: text');
  });

  it.each([5, null])('asks for a text for the type %j', async (type) => {
    expectProblem(await post({ ...goodSend, type }), 'wrong_type', { pointer: '/type' });
  });

  it.each(['gupshup', 'META_CLOUD', ''])('lists the known providers for %j', async (provider) => {
    const problem = expectProblem(await post({ ...goodSend, provider }), 'unknown_provider', {
      pointer: '/provider',
    });
    expect(problem.detail).toContain('one of: meta_cloud');
  });
});

describe('422: a phone number that cannot be reached', () => {
  it.each([
    ['no plus sign', '966501234567'],
    ['a national number', '0501234567'],
    ['too few digits', '+96650'],
    ['a digit too many for its country', '+9665012345678'],
    ['too many digits', '+9665012345678901234'],
    ['a country code that does not exist', '+999123456789'],
    ['a number too short for its country', '+96650123'],
    ['letters', '+1800FLOWERS'],
    ['an extension', '+14155552671 ext. 5'],
    ['two plus signs', '++966501234567'],
    ['only a plus sign', '+'],
    ['nothing', ''],
  ])('refuses %s', async (_name, to) => {
    const problem = expectProblem(await post({ ...goodSend, to }), 'invalid_phone_number', {
      pointer: '/to',
    });
    expect(problem.detail).toContain('+966501234567');
  });
});

describe('a phone number as people write it', () => {
  it.each([
    ['a double zero instead of the plus sign', '00966501234567'],
    ['Arabic digits', '+٩٦٦٥٠١٢٣٤٥٦٧'],
    ['white space in front', ' +966501234567'],
    ['direction marks and narrow spaces', '\u202a+966\u202f50\u202f123\u202f4567\u202c'],
    ['en dashes', '+966\u201350\u2013123\u20134567'],
    ['a tel: address', 'tel:+966501234567'],
  ])('is read with %s', async (_name, to) => {
    const { status, body, text } = await post({ ...goodSend, to });
    expect(status, text).toBe(202);
    expect(await storedMessage(body.message_id)).toMatchObject({ phone_number: '+966501234567' });
  });
});

describe('422: a person who is named in no way or in two', () => {
  it('misses "to" when neither it nor "recipient" is there', async () => {
    expectProblem(await post({ message: 'Hi' }), 'missing_field', { pointer: '/to' });
  });

  it('refuses both', async () => {
    expectProblem(await post({ ...goodSend, recipient: 'US.1' }), 'invalid_value', { pointer: '/recipient' });
  });

  it.each(['', '@sara', 'US.', '+966501234567', '1234'])('refuses %j as a recipient', async (recipient) => {
    expectProblem(await post({ message: 'Hi', recipient }), 'invalid_value', { pointer: '/recipient' });
  });
});

describe('422: a text that cannot be sent', () => {
  it.each([
    ['empty text', ''],
    ['spaces', '   '],
    ['line ends and tabs', '\n\t\r\n'],
    ['no-break spaces', '\u00a0\u2003\ufeff'],
  ])('refuses %s, and says so once', async (_name, message) => {
    const problem = expectProblem(await post({ ...goodSend, message }), 'text_empty', {
      pointer: '/message',
    });
    expect(problem.errors).toHaveLength(1);
  });

  it.each([
    ['4,097 letters', 'x'.repeat(4097)],
    ['4,097 emoji', '🦜'.repeat(4097)],
  ])('refuses %s', async (_name, message) => {
    const problem = expectProblem(await post({ ...goodSend, message }), 'text_too_long', {
      pointer: '/message',
    });
    expect(problem.detail).toContain('4096');
  });

  it.each([
    ['a NUL character', 'a\\u0000b'],
    ['the first half of a surrogate pair', 'a\\ud83db'],
    ['the second half of a surrogate pair', 'a\\udc00b'],
    ['two halves in the wrong order', '\\udc00\\ud83d'],
    ['a half in capital letters', '\\uD83D'],
  ])('refuses %s', async (_name, text) => {
    const answer = await post(`{"to":"+966501234567","message":"${text}"}`);
    expectProblem(answer, 'invalid_characters', { pointer: '/message' });
  });

  it('refuses a NUL character in the name of a field', async () => {
    const answer = await post('{"to":"+966501234567","message":"Hi","\\u0000":1}');
    expectProblem(answer, 'invalid_characters');
  });

  it('takes an emoji that is written as two escapes', async () => {
    const answer = await post('{"to":"+966501234567","message":"\\ud83e\\udd9c"}');
    expect(answer.status).toBe(202);
    expect(await storedMessage(answer.body.message_id)).toMatchObject({ message: '🦜' });
  });

  it('takes a backslash before the letters u0000, which is no NUL character', async () => {
    expect((await post({ ...goodSend, message: 'C:\\u0000' })).status).toBe(202);
  });
});
