// What a person reads when the gateway is ready: where it is, who they are, and a first message to paste.

import type { CreatedCompany } from './companies/create-company.ts';

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

export const greetFirstTime = (address: string, company: CreatedCompany, isSimulated = false): string =>
  [
    ...places(address),
    `  Company ID  ${company.companyId}`,
    `  Token       ${company.token}`,
    '',
    'The token is shown only this once. Send your first message:',
    '',
    curlLine(address, company.companyId, company.token),
    '',
    ...(isSimulated
      ? ['It goes to the simulator inside this gateway: nobody is written to, and no account is needed.', '']
      : []),
    'Press Ctrl-C to stop.',
  ].join('\n');

export const greetAgain = (address: string, company: { id: string; name: string } | null): string =>
  [
    ...places(address),
    ...(company
      ? [
          `  Company ID  ${company.id}  (${company.name})`,
          '',
          'Tokens are shown only once. To get a new one:',
          '',
          `  npm run hudhud -- token set --company ${company.id}`,
        ]
      : [
          '',
          'There is no company yet. Create one:',
          '',
          '  npm run hudhud -- company create --name "My company"',
        ]),
    '',
    'Press Ctrl-C to stop.',
  ].join('\n');
