// Refuses a content that the sender's provider cannot carry before anything is stored, and says what it can carry.

import type { MessageContent } from '@hudhud/contract/content.ts';
import { fieldProblem } from '../../platform/errors.ts';
import type { Provider } from '../../providers/provider.ts';
import { charactersIn } from './check-content.ts';
import { mapTexts } from './map-texts.ts';

export const checkCarried = (
  content: MessageContent,
  provider: Pick<Provider, 'title' | 'content'>,
): void => {
  const limits = provider.content[content.type];
  if (!limits)
    throw fieldProblem(
      'content_not_carried',
      { pointer: '/type' },
      `${provider.title} does not carry messages of the type ${content.type}. It carries: ${Object.keys(provider.content).join(', ')}.`,
    );
  mapTexts(content, (text, pointer) => {
    const characters = charactersIn(text, limits.charactersMax);
    if (characters > limits.charactersMax)
      throw fieldProblem(
        'text_too_long',
        { pointer },
        `The text has ${characters} characters; ${provider.title} carries at most ${limits.charactersMax}.`,
      );
    return text;
  });
};
