import { describe, expect, it } from 'vitest';
import { type ChatMessage, createConversations } from './conversations.ts';
import { summarise } from './summarise.ts';

function message(id: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    direction: 'out',
    type: 'text',
    content: { body: id },
    text: id,
    at: 0,
    status: 'accepted',
    errorCode: null,
    contextId: null,
    reactions: [],
    ...more,
  };
}

describe('conversations', () => {
  it('are kept apart by number and person', () => {
    const chats = createConversations(100);
    chats.add('1', 'a', message('x'));
    chats.add('1', 'b', message('y'));
    chats.add('2', 'a', message('z'));
    expect(chats.list()).toHaveLength(3);
    expect(chats.list('1').map(({ waId }) => waId)).toEqual(['a', 'b']);
    expect(chats.findMessage('2', 'a', 'z')?.id).toBe('z');
    expect(chats.findMessage('1', 'a', 'z')).toBeUndefined();
  });

  it('keep the newest 200 messages each, and drop the oldest conversation when there are too many', () => {
    const chats = createConversations(1_000);
    for (let index = 0; index < 300; index += 1) chats.add('1', 'chatty', message(`${index}`));
    expect(chats.find('1', 'chatty')?.messages).toHaveLength(200);
    expect(chats.find('1', 'chatty')?.messages[0]?.id).toBe('100');
    for (let index = 0; index < 5_000; index += 1) chats.add('1', `person ${index}`, message('hi'));
    expect(chats.list().length).toBeLessThanOrEqual(1_000);
    expect(chats.find('1', 'chatty')).toBeUndefined();
    expect(chats.find('1', 'person 4999')).toBeDefined();
  });

  it('never turn ticks back, but let a delivered message win over a failure', () => {
    const chats = createConversations(100);
    const shown = message('x');
    chats.add('1', 'a', shown);
    chats.setStatus('1', 'a', shown, 'failed', 131026);
    expect(shown).toMatchObject({ status: 'failed', errorCode: 131026 });
    chats.setStatus('1', 'a', shown, 'delivered', null);
    expect(shown).toMatchObject({ status: 'delivered', errorCode: null });
    chats.setStatus('1', 'a', shown, 'sent', null);
    chats.setStatus('1', 'a', shown, 'failed', 131000);
    expect(shown.status).toBe('delivered');
  });

  it('have one reaction from each side, which an empty one takes back', () => {
    const chats = createConversations(100);
    const shown = message('x');
    chats.add('1', 'a', shown);
    chats.react('1', 'a', 'x', 'person', '👍');
    chats.react('1', 'a', 'x', 'business', '🎉');
    chats.react('1', 'a', 'x', 'person', '😀');
    expect(shown.reactions).toEqual([
      { by: 'business', emoji: '🎉' },
      { by: 'person', emoji: '😀' },
    ]);
    chats.react('1', 'a', 'x', 'person', '');
    expect(shown.reactions).toHaveLength(1);
    chats.react('1', 'a', 'unknown', 'person', '👍');
  });

  it('mark everything read that came before', () => {
    const chats = createConversations(100);
    for (const id of ['1', '2', '3'])
      chats.add('1', 'a', message(id, { direction: 'in', status: 'received' }));
    chats.markRead('1', 'a', '2');
    expect(chats.find('1', 'a')?.messages.map(({ status }) => status)).toEqual(['read', 'read', 'received']);
  });

  it('notify watchers of every change until they stop watching', () => {
    const chats = createConversations(100);
    const seen: string[] = [];
    const stop = chats.watch((event) => seen.push(`${event.kind} ${event.waId}`));
    const shown = message('x');
    chats.add('1', 'a', shown);
    chats.setStatus('1', 'a', shown, 'sent', null);
    chats.typing('1', 'a');
    stop();
    chats.typing('1', 'a');
    expect(seen).toEqual(['message a', 'changed a', 'typing a']);
  });
});

describe('one line for a message', () => {
  it.each<[string, unknown, string]>([
    ['text', { body: 'Hi' }, 'Hi'],
    ['image', { caption: 'Look' }, '📷 Look'],
    ['video', {}, '🎥'],
    ['document', { filename: 'a.pdf' }, '📄 a.pdf'],
    ['location', { name: 'Philz' }, '📍 Philz'],
    ['contacts', [{ name: { formatted_name: 'A' } }, { name: { formatted_name: 'B' } }], '👤 A, B'],
    ['reaction', { emoji: '👍' }, '👍'],
    ['reaction', {}, 'reaction removed'],
    ['button', { text: 'Stop' }, 'Stop'],
    ['interactive', { type: 'button', body: { text: 'Which?' } }, 'Which?'],
    ['interactive', { type: 'list_reply', list_reply: { title: 'Express' } }, 'Express'],
    ['system', { body: 'changed' }, 'changed'],
    ['unsupported', { type: 'poll' }, '[unsupported]'],
    ['request_welcome', undefined, '[request_welcome]'],
  ])('of type %s with %j', (type, content, expected) => {
    expect(summarise(type, content)).toBe(expected);
  });
});
