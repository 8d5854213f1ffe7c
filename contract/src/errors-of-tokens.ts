// Errors about named tokens: what they may do, from where, and until when.

import { type ErrorEntry, entry } from './error-entry.ts';

export const tokenErrors = {
  token_expired: entry(
    401,
    'The token has ended',
    'The token is known, and the time it was made for is over; the detail says since when.',
    'Make a new token in the dashboard under Developers, or give this one a later end.',
  ),
  token_scope_missing: entry(
    403,
    'The token does not allow this',
    'The token may be used, but not for this operation; the detail names the scope that is needed.',
    'Give the token the scope in the dashboard under Developers, or use a token that has it.',
  ),
  token_network_refused: entry(
    403,
    'The token may not be used from this address',
    'The token is limited to networks, and the caller is in none of them; the detail names the address as we see it.',
    'Add the network to the token, or call from one that it has. Behind a proxy, the gateway needs TRUST_PROXY to see the address.',
  ),
  token_not_found: entry(
    404,
    'No such token',
    'The company has no named token with this id; it may have been revoked.',
    'Check the id against the list of tokens.',
  ),
  token_name_taken: entry(
    409,
    'Another token has this name',
    'No two tokens of a company may have the same name, so that the audit log says which one was used.',
    'Choose another name.',
  ),
  too_many_tokens: entry(
    409,
    'The company has too many tokens',
    'A company can have only so many named tokens; the detail says how many.',
    'Revoke tokens that are no longer used.',
  ),
  invalid_network: entry(
    422,
    'This is not a network',
    'An entry is neither an IP address nor a network such as `203.0.113.0/24`, or has bits behind its prefix.',
    'Write an IPv4 or IPv6 address, alone or with the length of its prefix.',
  ),
} as const satisfies Record<string, ErrorEntry>;
