import type { MessageContent } from '@hudhud/contract/content.ts';
import { textCharactersMax } from '@hudhud/contract/messages.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { makeSender } from '../senders/tests-support/make-sender.ts';
import { meaningOf, prepareMessage, type SendCommand } from './send-command.ts';

const now = Date.parse('2026-11-15T09:30:00.000Z');
const [hour, day] = [3_600_000, 86_400_000];

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

const senders = [
  makeSender(),
  makeSender({ publicId: 'snd_two', phoneNumber: '+966112345679', isDefault: false }),
];

const text = (message: string): MessageContent => ({ type: 'text', message });

const prepare = (command: Partial<SendCommand> = {}) =>
  prepareMessage({ phoneNumber: '+966501234567', content: text('Hello'), ...command }, senders, {
    scheduleDaysMax: 30,
    maxAgeHours: 24,
  });

const refusalOf = (command: Partial<SendCommand>): Pick<AppError, 'code' | 'errors'> => {
  try {
    prepare(command);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

const at = (milliseconds: number): string => new Date(now + milliseconds).toISOString();

describe('a command', () => {
  it('becomes a message of the default sender that goes at once and is held when unknown', () => {
    expect(prepare()).toEqual({
      sender: senders[0],
      routed: null,
      phoneNumber: '+966501234567',
      personKey: '+966501234567',
      body: 'Hello',
      type: 'text',
      content: null,
      contextId: null,
      reference: null,
      onUnknown: 'hold',
      transactionalReason: null,
      scheduleAt: null,
      checksWindow: false,
      expiresAt: new Date(now + 24 * hour),
    });
  });

  it('picks its sender by id or phone number', () => {
    expect(prepare({ from: 'snd_two' }).sender).toBe(senders[1]);
    expect(prepare({ from: '+966 11 234 5679' }).sender).toBe(senders[1]);
    expect(refusalOf({ from: 'snd_three' }).code).toBe('unknown_sender');
  });

  it('keeps what it says about reference and unknown outcomes', () => {
    expect(prepare({ reference: 'order-1', onUnknown: 'retry' })).toMatchObject({
      reference: 'order-1',
      onUnknown: 'retry',
    });
  });
});

describe('the text', () => {
  it('is filled from the variables', () => {
    expect(prepare({ content: text('Hello {{name}}'), variables: { name: 'Sara' } }).body).toBe('Hello Sara');
  });

  it('with a placeholder that nothing fills is refused, with a pointer to its place', () => {
    expect(refusalOf({ content: text('Hello {{name}}') })).toMatchObject({
      code: 'placeholder_unresolved',
      errors: [{ pointer: '/message' }],
    });
  });

  it('may be as long as a message can be once it is filled, and no longer', () => {
    const content = text(`{{rest}}${'x'.repeat(textCharactersMax - 10)}`);
    expect(prepare({ content, variables: { rest: 'y'.repeat(10) } }).body).toHaveLength(textCharactersMax);
    expect(refusalOf({ content, variables: { rest: 'y'.repeat(11) } })).toMatchObject({
      code: 'text_too_long',
      errors: [{ pointer: '/message' }],
    });
  });

  it('of which nothing is left is refused', () => {
    expect(refusalOf({ content: text('{{name}}'), variables: { name: '  ' } }).code).toBe('text_empty');
  });
});

describe('the time', () => {
  it.each([1, 60_000, 30 * day])('may be %i ms ahead; the message lives from then on', (ahead) => {
    const prepared = prepare({ scheduleAt: at(ahead) });
    expect(prepared.scheduleAt).toEqual(new Date(now + ahead));
    expect(prepared.expiresAt).toEqual(new Date(now + ahead + 24 * hour));
  });

  it.each([0, -1, -60_000])('of %i ms ago means now', (ahead) => {
    expect(prepare({ scheduleAt: at(ahead) })).toMatchObject({
      scheduleAt: null,
      expiresAt: new Date(now + 24 * hour),
    });
  });

  it.each([-60_001, -day, 30 * day + 1, 400 * day])('of %i ms is refused', (ahead) => {
    expect(refusalOf({ scheduleAt: at(ahead) })).toMatchObject({
      code: 'invalid_schedule',
      errors: [{ pointer: '/schedule_at' }],
    });
  });

  it('may name another zone', () => {
    const { scheduleAt } = prepare({ scheduleAt: '2026-11-15T13:30:00+03:00' });
    expect(scheduleAt?.toISOString()).toBe('2026-11-15T10:30:00.000Z');
  });

  it.each(['tomorrow', '2026-13-45T99:99:99Z', ''])('that is none (%s) is refused', (scheduleAt) => {
    expect(refusalOf({ scheduleAt }).code).toBe('invalid_schedule');
  });
});

describe('the meaning of a command', () => {
  it('is written in the same words as before contents, so that keys of yesterday are still known', () => {
    const command: SendCommand = {
      phoneNumber: '+966501234567',
      content: text('Hello'),
      provider: 'meta_cloud',
      reference: 'order-1',
    };
    expect(JSON.stringify(meaningOf(command))).toBe(
      '{"phoneNumber":"+966501234567","body":"Hello","type":"text","provider":"meta_cloud","reference":"order-1"}',
    );
  });

  it('differs with the content', () => {
    const image: MessageContent = {
      type: 'image',
      media: { url: 'https://example.com/a.png' },
      message: 'Hello',
    };
    expect(meaningOf({ phoneNumber: '+966501234567', content: image })).toEqual({
      phoneNumber: '+966501234567',
      content: image,
    });
  });
});
