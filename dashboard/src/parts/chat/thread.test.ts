import type { Message } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { threadOf } from './thread.ts';

const message = (id: string, more: object = {}): Message =>
  ({
    id,
    type: 'text',
    direction: 'out',
    message: id,
    content: { type: 'text', message: id },
    provider_message_id: `wamid.${id}`,
    ...more,
  }) as Message;

const reaction = (id: string, target: object, emoji: string | null, direction: 'in' | 'out'): Message =>
  message(id, { type: 'reaction', direction, content: { type: 'reaction', reaction: { emoji }, ...target } });

describe('a thread', () => {
  it('puts reactions on the message that they are about, by our id or by the provider’s', () => {
    const thread = threadOf([
      message('msg_1'),
      reaction('msg_2', { refers_to: { kind: 'reaction', provider_message_id: 'wamid.msg_1' } }, '👍', 'in'),
      message('msg_3', {
        type: 'reaction',
        content: { type: 'reaction', reaction: { message_id: 'msg_1', emoji: '🎉' } },
      }),
    ]);
    expect(thread.map(({ message: { id }, reactions }) => [id, reactions])).toEqual([['msg_1', '👍🎉']]);
  });

  it('shows the newest reaction of each side, and none that was taken back', () => {
    const target = { refers_to: { kind: 'reaction', message_id: 'msg_1' } };
    const thread = threadOf([
      message('msg_1'),
      reaction('msg_2', target, '👍', 'in'),
      reaction('msg_3', target, '❤️', 'in'),
      reaction('msg_4', target, '🙏', 'out'),
      reaction('msg_5', target, null, 'out'),
    ]);
    expect(thread).toHaveLength(1);
    expect(thread[0]?.reactions).toBe('❤️');
  });

  it('keeps a reaction whose message is not in sight', () => {
    const far = reaction('msg_2', { refers_to: { kind: 'reaction', message_id: 'msg_0' } }, '👍', 'in');
    expect(threadOf([message('msg_1'), far]).map(({ message: { id } }) => id)).toEqual(['msg_1', 'msg_2']);
  });

  it('knows what an answer quotes', () => {
    const answer = message('msg_2', { content: { type: 'text', refers_to: { message_id: 'msg_1' } } });
    expect(threadOf([message('msg_1'), answer])[1]?.quoted?.id).toBe('msg_1');
  });
});
