// The simulated business accounts: phone numbers with their account (WABA), tokens, secret and callback URL. Every
// sender of a gateway gets a number of its own here, as it would at Meta.

export interface NumberInput {
  phoneNumberId: string;
  /** As people write it: `+1 555 078 3881`. */
  displayPhoneNumber: string;
  wabaId: string;
  accessToken: string;
  /** Further tokens that are valid too. */
  otherAccessTokens?: string[];
  appSecret: string;
  verifyToken: string;
  callbackUrl: string | null;
  verifiedName?: string;
  /** How the number is doing, where that is not perfect. */
  standing?: Partial<Standing>;
  /** The provider whose wire format it speaks; `meta_cloud` when left out. */
  dialect?: string;
}

export interface Standing {
  qualityRating: string;
  messagingLimit: string;
  status: string;
  nameStatus: string;
  /** When its token ends, in seconds since 1970; 0: never. */
  tokenEnds: number;
}

const perfect: Standing = {
  qualityRating: 'GREEN',
  messagingLimit: 'TIER_UNLIMITED',
  status: 'CONNECTED',
  nameStatus: 'APPROVED',
  tokenEnds: 0,
};

export interface BusinessNumber extends Required<Omit<NumberInput, 'standing'>> {
  standing: Standing;
  /** The digits of the number. */
  digits: string;
  /** Set over the Cloud API; stronger than `callbackUrl`. */
  overrideCallbackUrl: string | null;
  profile: Record<string, unknown>;
}

export interface Numbers {
  /** Adds the number, or replaces the one with this id. */
  register(input: NumberInput): BusinessNumber;
  edit(phoneNumberId: string, changes: Partial<NumberInput>): BusinessNumber | null;
  remove(phoneNumberId: string): boolean;
  find(phoneNumberId: string): BusinessNumber | undefined;
  list(): BusinessNumber[];
  ofAccount(wabaId: string): BusinessNumber[];
  isKnownToken(token: string): boolean;
  /** Seconds since 1970; 0 or undefined: never. */
  tokenEnds(token: string): number | undefined;
  mayUse(token: string, number: BusinessNumber): boolean;
  /** Where this number's webhooks go; null when the account has no subscribed app or there is no URL. */
  callbackUrl(number: BusinessNumber): string | null;
  subscription(wabaId: string): Subscription;
  subscribe(wabaId: string, overrideCallbackUrl: string | null): void;
  unsubscribe(wabaId: string): void;
}

export interface Subscription {
  isSubscribed: boolean;
  overrideCallbackUrl: string | null;
}

const subscribed: Subscription = { isSubscribed: true, overrideCallbackUrl: null };

// A number stays one object however often it is registered or edited: messages under way hold it, and their statuses
// must follow it to its new callback URL.
export function createNumbers(): Numbers {
  const numbers = new Map<string, BusinessNumber>();
  const subscriptions = new Map<string, Subscription>();
  let tokens = new Set<string>();

  function rememberTokens(): void {
    tokens = new Set(
      [...numbers.values()].flatMap((number) => [number.accessToken, ...number.otherAccessTokens]),
    );
  }

  function put(number: BusinessNumber): BusinessNumber {
    numbers.set(number.phoneNumberId, number);
    rememberTokens();
    return number;
  }

  const subscription = (wabaId: string) => subscriptions.get(wabaId) ?? subscribed;

  return {
    register(input) {
      const known = numbers.get(input.phoneNumberId);
      return put(known ? Object.assign(known, newNumber(input)) : newNumber(input));
    },
    edit(phoneNumberId, changes) {
      const number = numbers.get(phoneNumberId);
      if (!number) return null;
      const standing = { ...number.standing, ...changes.standing };
      Object.assign(number, changes, { phoneNumberId, standing });
      number.digits = number.displayPhoneNumber.replace(/\D/g, '');
      return put(number);
    },
    remove(phoneNumberId) {
      const removed = numbers.delete(phoneNumberId);
      rememberTokens();
      return removed;
    },
    find: (phoneNumberId) => numbers.get(phoneNumberId),
    list: () => [...numbers.values()],
    ofAccount: (wabaId) => [...numbers.values()].filter((number) => number.wabaId === wabaId),
    isKnownToken: (token) => tokens.has(token),
    tokenEnds: (token) =>
      [...numbers.values()].find(({ accessToken }) => accessToken === token)?.standing.tokenEnds,
    mayUse: (token, number) => token === number.accessToken || number.otherAccessTokens.includes(token),
    callbackUrl(number) {
      const { isSubscribed, overrideCallbackUrl } = subscription(number.wabaId);
      if (!isSubscribed) return null;
      return number.overrideCallbackUrl ?? overrideCallbackUrl ?? number.callbackUrl;
    },
    subscription,
    subscribe(wabaId, overrideCallbackUrl) {
      subscriptions.set(wabaId, { isSubscribed: true, overrideCallbackUrl });
    },
    unsubscribe(wabaId) {
      subscriptions.set(wabaId, { isSubscribed: false, overrideCallbackUrl: null });
    },
  };
}

function newNumber(input: NumberInput): BusinessNumber {
  const verifiedName = input.verifiedName ?? 'Simulated Business';
  return {
    ...input,
    verifiedName,
    standing: { ...perfect, ...input.standing },
    dialect: input.dialect ?? 'meta_cloud',
    otherAccessTokens: input.otherAccessTokens ?? [],
    digits: input.displayPhoneNumber.replace(/\D/g, ''),
    overrideCallbackUrl: null,
    profile: { about: 'Hey there! I am using WhatsApp.', vertical: 'OTHER', websites: [] },
  };
}
