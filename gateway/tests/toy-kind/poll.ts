// A kind of content that exists only here, added from outside: nothing in contract/ or gateway/src knows it. WhatsApp has
// no polls for businesses, so the Cloud API carries it as a list to choose from.

import { addContentKind } from '@hudhud/contract/content.ts';
import { counted, strict, text } from '@hudhud/contract/content-fields.ts';
import { contentKind } from '@hudhud/contract/content-kind.ts';
import { checkRepeated } from '@hudhud/contract/content-rules.ts';
import Type, { type Static } from 'typebox';
import { cloudApiContent, type WireForm } from '../../src/providers/cloud-api/wire-content.ts';
import { atFileEnd } from '../support/file-end.ts';

export const poll = contentKind(
  'poll',
  {
    poll: Type.Object(
      {
        question: text(40, 'What is asked.'),
        choices: Type.Array(text(24, 'One answer.'), { minItems: 2, maxItems: 10, ...counted }),
      },
      strict,
    ),
  },
  {
    title: 'Poll',
    summary: 'A poll',
    example: { poll: { question: 'Tea or coffee?', choices: ['Tea', 'Coffee'] } },
    textFields: ['question', 'choices'],
    detail: ({ poll: { question } }) => question,
    check: ({ poll: { choices } }) =>
      checkRepeated(choices.map((choice, index) => [choice, `/poll/choices/${index}`])),
  },
);

const pollForm: WireForm<Static<(typeof poll)['schema']>> = {
  charactersMax: 40,
  needsWindow: true,
  toWire: ({ poll: { question, choices } }) => ({
    type: 'interactive',
    interactive: {
      type: 'list',
      body: { text: question },
      action: {
        button: 'Answer',
        sections: [{ rows: choices.map((choice, index) => ({ id: `${index}`, title: choice })) }],
      },
    },
  }),
};

/** For one test file: the files that follow in the same process must not find it. */
export const usePoll = (): void => {
  const removeKind = addContentKind(poll);
  cloudApiContent.poll = pollForm;
  atFileEnd(() => {
    removeKind();
    delete cloudApiContent.poll;
  });
};
