import { describe, expect, it } from 'vitest';
import { account } from '../../tests/start-simulator.ts';
import { createNumbers } from '../account/numbers.ts';
import { createPeople } from '../account/people.ts';
import type { CheckedMessage } from './check-message.ts';
import type { StatusStep } from './plan-statuses.ts';
import { statusUpdate } from './status-update.ts';

const number = createNumbers().register({ ...account, callbackUrl: null });
const people = createPeople();
const message: CheckedMessage = {
  to: '+966501234567',
  waId: '966501234567',
  addressedBy: 'phone',
  type: 'text',
  content: { body: 'Hi' },
  opaque: 'msg_1:1',
  contextId: null,
  template: null,
};
const sent: StatusStep = {
  status: 'sent',
  postAfterMs: 50,
  happenedAfterMs: 2_000,
  errorCode: null,
  isPriced: true,
};

function update(
  more: Partial<CheckedMessage> = {},
  step: Partial<StatusStep> = {},
  withConversation = false,
) {
  const acceptance = {
    id: 'wamid.HBgMabcdefghijklmnopqrstuvwxyzABCDEF',
    number,
    message: { ...message, ...more },
    answeredAt: 1_750_030_071_500,
    callbackUrl: null,
  };
  const person = people.find(acceptance.message.waId);
  const made = statusUpdate(acceptance, { ...sent, ...step }, person, withConversation);
  if (made.kind !== 'status') throw new Error('not a status');
  return { status: made.status as Record<string, unknown>, contact: made.contact };
}

describe('a status', () => {
  it('has the shape of Meta', () => {
    expect(update()).toEqual({
      status: {
        id: 'wamid.HBgMabcdefghijklmnopqrstuvwxyzABCDEF',
        status: 'sent',
        timestamp: '1750030073',
        recipient_id: '966501234567',
        recipient_user_id: 'US.1349966501234567',
        biz_opaque_callback_data: 'msg_1:1',
        pricing: { billable: false, pricing_model: 'PMP', type: 'regular', category: 'service' },
      },
      contact: { profile: { name: 'هدى الحربي' }, wa_id: '966501234567', user_id: 'US.1349966501234567' },
    });
  });

  it('that failed has errors, and neither pricing nor contacts nor a user id', () => {
    const { status, contact } = update({}, { status: 'failed', errorCode: 131026, isPriced: false });
    expect(status.errors).toMatchObject([{ code: 131026, title: 'Message undeliverable' }]);
    expect(Object.keys(status)).not.toContain('pricing');
    expect(Object.keys(status)).not.toContain('recipient_user_id');
    expect(contact).toBeNull();
  });

  it('that failed names the user id when the message was sent to one', () => {
    const { status } = update({ addressedBy: 'user_id' }, { status: 'failed', errorCode: 131026 });
    expect(status.recipient_user_id).toBe('US.1349966501234567');
  });

  it('shows a username only once the message has arrived', () => {
    const waId = '5511987654321';
    expect(update({ waId }).contact?.profile.username).toBeUndefined();
    expect(update({ waId }, { status: 'delivered' }).contact?.profile.username).toBe('@joao.mar');
  });

  it('to a group says so', () => {
    const { status, contact } = update({ addressedBy: 'group', waId: 'Y2Fw' });
    expect(status).toMatchObject({ recipient_type: 'group', recipient_id: 'Y2Fw' });
    expect(contact).toBeNull();
  });

  it('of an old version carries a conversation, which expires only in sent', () => {
    expect(update({}, {}, true).status.conversation).toMatchObject({ expiration_timestamp: '1750116473' });
    expect(update({}, { status: 'delivered' }, true).status.conversation).not.toHaveProperty(
      'expiration_timestamp',
    );
    expect(update({}, { status: 'read', isPriced: false }, true).status).not.toHaveProperty('conversation');
  });

  it('without a mark of the sender has none', () => {
    expect(update({ opaque: null }).status).not.toHaveProperty('biz_opaque_callback_data');
  });
});
