// Passkeys, as the outside sees them. What a browser gives and takes is the JSON form of the Web Authentication standard.

import Type, { type Static } from 'typebox';
import { body } from './body.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { listOf } from './paging.ts';
import { filledText } from './text-fields.ts';
import { Time } from './time.ts';
import { PasswordProof, SignIn } from './users.ts';

const nameCharactersMax = 100;
const encodedCharactersMax = 100_000;

const PasskeyName = filledText(nameCharactersMax, 'By which you know it again.', 'Phone');

const Encoded = (description: string) =>
  Type.String({ maxLength: encodedCharactersMax, description: `${description}, in base64url.` });

/** Fields of every answer of an authenticator. */
const credential = {
  id: Encoded('The id of the credential'),
  rawId: Encoded('The same'),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  clientExtensionResults: Type.Optional(Type.Object({})),
};

const exampleId = 'pQ5oTrtqCJ0xgNB6fVb1Hk9yXs3mWe7u';
const exampleCredential = {
  id: exampleId,
  rawId: exampleId,
  type: 'public-key',
  clientExtensionResults: {},
} as const;
const exampleClientData = 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0';

const NewCredential = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: Encoded('What the browser signed for'),
      attestationObject: Encoded('The new key'),
      transports: Type.Optional(
        Type.Array(Type.String({ maxLength: 40 }), {
          maxItems: 20,
          description: 'How the authenticator is reached.',
        }),
      ),
    }),
  },
  {
    description: 'What `navigator.credentials.create()` answered, as JSON.',
    examples: [
      {
        ...exampleCredential,
        response: {
          clientDataJSON: exampleClientData,
          attestationObject: 'o2NmbXRkbm9uZQ',
          transports: ['internal'],
        },
      },
    ],
  },
);

const KnownCredential = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: Encoded('What the browser signed for'),
      authenticatorData: Encoded('What the authenticator says of itself'),
      signature: Encoded('The signature'),
      userHandle: Type.Optional(nullable(Encoded('Whose key it is'))),
    }),
  },
  {
    description: 'What `navigator.credentials.get()` answered, as JSON.',
    examples: [
      {
        ...exampleCredential,
        response: {
          clientDataJSON: exampleClientData,
          authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
          signature: 'MEUCIQDx',
        },
      },
    ],
  },
);

export const Passkey = Type.Object(
  {
    id: Id('passkey', 'The id of the passkey.'),
    name: PasskeyName,
    is_synced: Type.Boolean({ description: 'It may be on several devices of the same person.' }),
    created_at: Time,
    last_used_at: nullable(Time),
  },
  { $id: 'Passkey', description: 'A key on a device of the user, which signs in without a password.' },
);
export type Passkey = Static<typeof Passkey>;
export const PasskeyList = listOf(Passkey);

export const PasskeyOptions = Type.Object(
  {
    options: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'For `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of the browser.',
      },
    ),
  },
  {
    $id: 'PasskeyOptions',
    description: 'What the browser asks of the authenticator. For five minutes, once.',
  },
);

export const NewPasskey = body('NewPasskey', 'A passkey that the browser has just made.', {
  name: PasskeyName,
  credential: NewCredential,
});
export type NewPasskey = Static<typeof NewPasskey>;

export const PasskeyChange = body('PasskeyChange', 'Another name.', { name: PasskeyName });
export type PasskeyChange = Static<typeof PasskeyChange>;

export const PasskeySignIn = body(
  'PasskeySignIn',
  'Proof of a passkey, in place of the password and two-factor authentication.',
  {
    credential: KnownCredential,
  },
);
export type PasskeySignIn = Static<typeof PasskeySignIn>;

export const SecondFactorRemoval = body(
  'SecondFactorRemoval',
  'The password, and a code, a recovery code or a passkey: a password alone must not turn two-factor authentication off.',
  {
    password: PasswordProof.properties.password,
    code: SignIn.properties.code,
    credential: Type.Optional(KnownCredential),
  },
);
export type SecondFactorRemoval = Static<typeof SecondFactorRemoval>;
