// The part of the catalogue of errors about people: who is signed in, what they may do, and their companies.

import { type ErrorEntry, entry } from './error-entry.ts';

export const peopleErrors = {
  not_signed_in: entry(
    401,
    'Nobody is signed in',
    'The request carries no session, or the session has ended.',
    'Sign in, and send the request again with the session cookie.',
  ),
  sign_in_refused: entry(
    401,
    'The e-mail or password is wrong',
    'No user has this e-mail address and this password.',
    'Check both. A forgotten password is replaced by a link: ask for one on the sign-in page.',
  ),
  second_factor_required: entry(
    401,
    'The second factor is needed',
    'The password is right, and this user also has a second factor.',
    'Send `code` too: six digits from the authenticator app, or a recovery code.',
  ),
  second_factor_wrong: entry(
    401,
    'The code is wrong',
    'The code does not fit, has been used before, or its half minute is over.',
    'Wait for the next code of the authenticator app; check that the clock of the phone is right.',
  ),
  cross_site_refused: entry(
    403,
    'The request did not come from the dashboard',
    'A request that changes something by a session must come from the dashboard itself, not from another site.',
    'Use the dashboard, or send the security token instead of the session cookie.',
  ),
  not_a_member: entry(
    403,
    'You do not belong to this company',
    'The X-Company-ID header is missing, or names a company that you are not a member of.',
    'Choose one of your companies, or ask a member of that company to invite you.',
  ),
  role_too_low: entry(
    403,
    'Your role does not allow this',
    'This needs a higher role in the company; the detail names it.',
    'Ask an owner or admin of the company to do it, or to give you the role.',
  ),
  user_required: entry(
    403,
    'Only a signed-in user can do this',
    'Members and invitations are managed by people; the security token does not open them.',
    'Sign in to the dashboard.',
  ),
  operator_required: entry(
    403,
    'Only the operator of this gateway can do this',
    'The list of all companies is for the operator of the gateway.',
    'The operator makes a user one of theirs with `hudhud user operator --email`.',
  ),
  sign_up_closed: entry(
    403,
    'Signing up is by invitation only',
    'The operator of this gateway lets in only people who were invited.',
    'Ask a member of your company for an invitation link.',
  ),
  wrong_password: entry(
    403,
    'The password is wrong',
    'This change needs your password, and the one that came is not it.',
    'Type your present password. A forgotten one is replaced by a link from the sign-in page.',
  ),
  store_not_found: entry(
    404,
    'No such store',
    'The company has no store with this id.',
    'Check the id against the list of stores; it starts with `store_`.',
  ),
  member_not_found: entry(
    404,
    'No such member',
    'The company has no member with this id.',
    'Check the id against the list of members; it starts with `usr_`.',
  ),
  invitation_not_found: entry(
    404,
    'No such invitation',
    'The company has no open invitation with this id: it was taken, withdrawn, or its time is over.',
    'Check the id against the list of invitations; it starts with `inv_`.',
  ),
  session_not_found: entry(
    404,
    'No such session',
    'You have no session with this id; it may have ended already.',
    'Check the id against the list of sessions; it starts with `ses_`.',
  ),
  email_taken: entry(
    409,
    'The e-mail address is taken',
    'There is a user with this e-mail address already.',
    'Sign in. If you have forgotten the password, ask for a link on the sign-in page.',
  ),
  already_member: entry(
    409,
    'You belong to this company already',
    'The link invites to a company that you are a member of. It was not used up.',
    'Give the link to the person it is meant for.',
  ),
  last_owner: entry(
    409,
    'A company needs an owner',
    'This member is the only owner of the company.',
    'Make somebody else an owner first.',
  ),
  store_in_use: entry(
    409,
    'The store still has a sender',
    'A sender sends for this store.',
    'Give the sender another store, or delete it; then delete the store.',
  ),
  too_many_stores: entry(
    409,
    'The company has too many stores',
    'A company can have only so many stores; the detail says how many.',
    'Delete stores that are no longer used.',
  ),
  too_many_members: entry(
    409,
    'The company has too many members',
    'A company can have only so many members and open invitations; the detail says how many.',
    'Remove members who have left, or withdraw invitations.',
  ),
  too_many_companies: entry(
    409,
    'You have too many companies',
    'A user can own only so many companies; the detail says how many.',
    'Leave companies that are no longer used, or ask the operator of this gateway.',
  ),
  second_factor_active: entry(
    409,
    'The second factor is on already',
    'A new one can be set up only when the old one is removed.',
    'Remove the second factor first.',
  ),
  second_factor_not_started: entry(
    409,
    'There is no second factor to confirm',
    'No secret was made for this user, or it is confirmed already.',
    'Start again: ask for a new secret, and confirm that one.',
  ),
  unknown_timezone: entry(
    422,
    'The time zone is unknown',
    'The `timezone` field names no time zone of the IANA list.',
    'Send a name such as `Asia/Riyadh` or `UTC`.',
  ),
  password_too_weak: entry(
    422,
    'The password is too weak',
    'The password is too short, or one of those that everybody tries first.',
    'Take a longer one: a few words that do not belong together are easy to keep in mind.',
  ),
  token_too_weak: entry(
    422,
    'The chosen token is too weak',
    'The token is too short, or easy to guess; the detail says why.',
    'Choose a longer and more random one, or leave the field out: a strong one is then made.',
  ),
  link_invalid: entry(
    422,
    'The link is no longer valid',
    'The link was used already, was withdrawn, or its time is over.',
    'Ask for a new link.',
  ),
} as const satisfies Record<string, ErrorEntry>;
