// The reason of a failure, for the person who has to fix it. Calls, messages and senders show the same.

import Type, { type Static } from 'typebox';

export const Failure = Type.Object(
  {
    code: Type.String({ description: "The provider's own code, or a word of ours where it gave none." }),
    title: Type.String(),
    detail: Type.String({ description: 'What the other side said, for people who know it.' }),
    cause: Type.String({ description: 'What happened.' }),
    action: Type.String({ description: 'What to do about it.' }),
  },
  { $id: 'Failure', description: 'Why something did not work, and what to do about it.' },
);
export type Failure = Static<typeof Failure>;
