// How counts of charged messages are keyed where something does not apply.

/** The campaign of messages that belong to none. */
export const noCampaign = '00000000-0000-0000-0000-000000000000';
