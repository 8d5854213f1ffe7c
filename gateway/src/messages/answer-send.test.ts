import type { Problem } from '@hudhud/contract/problem.ts';
import { describe, expect, it } from 'vitest';
import { makeRequest } from '../dispatch/tests-support/make-request.ts';
import { createUuidMaker, fromPublicId, toPublicId } from '../platform/ids.ts';
import { answerToOutcome, sendAnswer, type WaitingSend } from './answer-send.ts';

const send: WaitingSend = {
  messageId: createUuidMaker(() => Date.parse('2026-11-15T09:30:00.000Z'))(),
  request: makeRequest({ idempotencyKey: 'key', receivedAt: 12 }),
  errorsPage: 'http://localhost/docs/errors',
};

const failure = {
  code: '131026',
  title: 'Message undeliverable',
  detail: 'Message Undeliverable.',
  cause: 'The number is not on WhatsApp.',
  action: 'Check the number with the person.',
};

const answerTo = (status: string, reason: object | null = null) =>
  answerToOutcome(send, { status, failure: reason && JSON.stringify(reason) });

describe('the answer to a send', () => {
  it('names the message and when it was accepted', () => {
    const answer = JSON.parse(sendAnswer('queued', send.messageId));
    expect(answer).toEqual({
      status: 'queued',
      message_id: toPublicId('message', send.messageId),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(fromPublicId('message', answer.message_id)).toBe(send.messageId);
  });

  it.each(['sent', 'delivered', 'read', 'played'])('is 200 sent when the message is %s', (status) => {
    expect(answerTo(status)).toEqual({
      request: send.request,
      status: 200,
      text: sendAnswer('sent', send.messageId),
      errorCode: null,
    });
  });

  it('is 202 unconfirmed when it is unknown whether it was taken', () => {
    expect(answerTo('unconfirmed', failure)).toMatchObject({
      status: 202,
      text: sendAnswer('unconfirmed', send.messageId),
      errorCode: null,
    });
  });

  it('is 202 queued with the reason when the provider refused its sender', () => {
    const outcome = { status: 'queued', failure: JSON.stringify(failure), isHeldBack: true };
    const answer = answerToOutcome({ ...send, notice: 'The fallback is sent.' }, outcome);
    expect(answer).toMatchObject({ status: 202, errorCode: null });
    expect(JSON.parse(answer?.text ?? '')).toMatchObject({
      status: 'queued',
      notice: `The fallback is sent. The sender is suspended: ${failure.cause} ${failure.action}`,
    });
  });

  it.each(['queued', 'sending', 'cancelled', 'expired'])('waits on while the message is %s', (status) => {
    expect(answerTo(status)).toBeNull();
  });

  it('is a problem with the message id and the words of the provider when it was refused', () => {
    const answer = answerTo('failed', failure);
    expect(answer).toMatchObject({ status: 422, errorCode: 'provider_rejected' });
    const problem = JSON.parse(answer?.text ?? '') as Problem;
    expect(problem).toMatchObject({
      status: 422,
      code: 'provider_rejected',
      type: 'http://localhost/docs/errors#provider_rejected',
      detail: `${failure.cause} ${failure.action}`,
      request_id: toPublicId('request', send.request.id),
      message_id: toPublicId('message', send.messageId),
      provider_error: failure,
    });
  });

  it('is a problem also when the reason is missing or cannot be read', () => {
    for (const text of [null, 'not json', '[]']) {
      const answer = answerToOutcome(send, { status: 'failed', failure: text });
      expect(answer?.status).toBe(422);
      const problem = JSON.parse(answer?.text ?? '') as Problem;
      expect(problem.message_id).toBe(toPublicId('message', send.messageId));
      expect(problem.detail).toMatch(/\S/);
    }
  });
});
