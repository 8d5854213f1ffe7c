import { describe, expect, it } from 'vitest';
import type { Chat, ChatMessage, ChatSummary } from '../../queries/simulator.ts';
import { withMessage, withNewest } from './use-live-chats.ts';

const message = (id: string, at: number, status: ChatMessage['status'] = 'sent'): ChatMessage => ({
  id,
  direction: 'out',
  type: 'text',
  text: id,
  at,
  status,
  error_code: null,
  reactions: [],
});

const chat = (...messages: ChatMessage[]): Chat => ({ person: { wa_id: '1', name: 'Huda' }, messages });
const summary = (waId: string, newest: ChatMessage): ChatSummary => ({ wa_id: waId, name: waId, newest });

describe('a message of the live stream', () => {
  it('is added once, below what is there', () => {
    const added = withMessage(chat(message('a', 1)), message('b', 2));
    expect(added.messages.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(withMessage(added, message('b', 2)).messages).toHaveLength(2);
  });

  it('changes the ticks of one that is there, in its place', () => {
    const read = withMessage(chat(message('a', 1), message('b', 2)), message('a', 1, 'read'));
    expect(read.messages.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'read'],
      ['b', 'sent'],
    ]);
  });

  it('brings its chat to the top, also that of a person who is new', () => {
    const chats = [summary('1', message('a', 5)), summary('2', message('b', 3))];
    expect(withNewest(chats, '2', message('c', 9)).map(({ wa_id }) => wa_id)).toEqual(['2', '1']);
    expect(withNewest(chats, '3', message('d', 9))[0]).toMatchObject({ wa_id: '3', name: '+3' });
  });

  it('does not push a newer message of its chat out of sight when older ticks change', () => {
    const chats = [summary('1', message('b', 5))];
    expect(withNewest(chats, '1', message('a', 1, 'read'))[0]?.newest.id).toBe('b');
  });
});
