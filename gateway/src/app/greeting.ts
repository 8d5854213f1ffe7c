// The greeting when the gateway is ready: its address, the company's credentials, and a first message to paste.

import type { CreatedCompany } from '../companies/create-company.ts';

const curlLine = (address: string, companyId: string, token: string): string =>
  [
    `curl -X POST ${address}/api/v1/messages/send \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    `  -H 'X-Company-ID: ${companyId}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"to":"+966501234567","message":"Hello from Hudhud"}'`,
  ].join('\n');

const places = (address: string): string[] => [
  'Hudhud is ready.',
  '',
  `  Address     ${address}`,
  `  Dashboard   ${address}/`,
];

/** A link instead of a password that everybody knows: the person who reads this terminal is the owner. */
const wayIn = (ownerLink: string | null): string[] =>
  ownerLink === null
    ? []
    : [
        'Open the dashboard and sign up: the first account owns this company. Or by this link, which works once, for seven days:',
        '',
        `  ${ownerLink}`,
        '',
      ];

export interface FirstGreeting {
  readonly address: string;
  readonly company: CreatedCompany;
  readonly ownerLink: string | null;
  readonly isSimulated: boolean;
}

export const greetFirstTime = ({ address, company, ownerLink, isSimulated }: FirstGreeting): string =>
  [
    ...places(address),
    `  Company ID  ${company.companyId}`,
    `  Token       ${company.token}`,
    '',
    ...wayIn(ownerLink),
    'The token is shown only this once. Send your first message:',
    '',
    curlLine(address, company.companyId, company.token),
    '',
    ...(isSimulated
      ? [
          'It goes to the simulator inside this gateway: no real person gets a message, and no account is needed.',
          '',
        ]
      : []),
    'Press Ctrl-C to stop.',
  ].join('\n');

export const greetAgain = (
  address: string,
  company: { id: string; name: string } | null,
  ownerLink: string | null,
): string =>
  [
    ...places(address),
    ...(company
      ? [
          `  Company ID  ${company.id}  (${company.name})`,
          '',
          ...wayIn(ownerLink),
          'Tokens are shown only once. To get a new one:',
          '',
          `  npm run hudhud -- token set --company ${company.id}`,
        ]
      : [
          '',
          'There is no company yet. Open the dashboard and sign up, or create one here:',
          '',
          '  npm run hudhud -- company create --name "My company"',
        ]),
    '',
    'Press Ctrl-C to stop.',
  ].join('\n');
