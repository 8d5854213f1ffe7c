// How counts of charged messages are keyed where something does not apply.

/** Of messages that belong to no campaign. */
export const noCampaign = '00000000-0000-0000-0000-000000000000';
