import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { expectProblem } from './support/expect-problem.ts';
import { goodSend, useApiGateway } from './support/gateway.ts';
import { requestIdOf } from './support/request-rows.ts';

const gateway = await useApiGateway();
const company = await gateway.createCompany();

describe('GET /api/v1/messages/{id}', () => {
  it('200: shows a message that was accepted', async () => {
    const sent = await company.send();
    const { status, body } = await company.get(`/api/v1/messages/${sent.body.message_id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: sent.body.message_id,
      direction: 'out',
      status: 'queued',
      type: 'text',
      phone_number: goodSend.to,
      user_id: null,
      username: null,
      message: goodSend.message,
      content: { type: 'text', message: goodSend.message },
      details: null,
      provider: 'meta_cloud',
      sender_id: expect.stringMatching(/^snd_/),
      reference: null,
      attempts: 0,
      schedule_at: null,
      next_attempt_at: null,
      provider_message_id: null,
      contact_name: null,
      transactional_reason: null,
      failure: null,
      request_id: requestIdOf(sent),
      created_at: sent.body.timestamp,
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  it('404: does not know an id that was never given', async () => {
    const id = toPublicId('message', newUuid());
    expectProblem(await company.get(`/api/v1/messages/${id}`), 'message_not_found');
  });

  it("404: does not know another company's message", async () => {
    const other = await gateway.createCompany();
    const { body } = await other.send();
    expectProblem(await company.get(`/api/v1/messages/${body.message_id}`), 'message_not_found');
  });

  it.each([
    ['of another kind', toPublicId('request', newUuid())],
    ['that is a UUID', newUuid()],
    ['in capital letters', toPublicId('message', newUuid()).toUpperCase()],
    ['that holds NUL', '%00'],
    ["with a database's comment", "msg_'--"],
    ['that is too large for 128 bits', 'msg_8zzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['of two hundred characters', 'm'.repeat(200)],
  ])('422: refuses an id %s', async (_name, id) => {
    expectProblem(await company.get(`/api/v1/messages/${id}`), 'invalid_id');
  });

  it('404: takes a path that no id could have for no address of ours', async () => {
    const answer = await company.get(`/api/v1/messages/${'m'.repeat(201)}`);
    expectProblem(answer, 'route_not_found');
    expect(answer.headers).toHaveProperty('ratelimit');
  });

  it('404: takes a path with a broken escape for no address of ours', async () => {
    expectProblem(await company.get('/api/v1/messages/%zz'), 'route_not_found');
  });
});
