// The settings of the simulated WhatsApp, with the defaults a newcomer gets. Behaviour settings may differ per
// phone number; webhook settings hold for the whole simulator.

export interface BehaviourSettings {
  /** How long every answer takes, as a real provider's would. */
  answerDelayMs: number;
  /** When each status follows, counted from the answer. */
  sentDelayMs: number;
  deliveredDelayMs: number;
  readDelayMs: number;
  /** For voice notes only. */
  playedDelayMs: number;
  /** False: people who have switched read receipts off; statuses stop at delivered. */
  readReceipts: boolean;
  /** Free-form messages outside the 24-hour service window fail with 131047. */
  windowEnforced: boolean;
  /** Messages per second in and out before 130429; 0 lifts the limit. */
  throughputPerSecond: number;
  /** One message per so many milliseconds to the same person before 131056; 0 lifts the limit. */
  pairIntervalMs: number;
  pairBurst: number;
  /** How long the `slow_answer` fault waits when it is not given. */
  slowAnswerMs: number;
  autoReplyDelayMs: number;
  templateReviewDelayMs: number;
  /** Webhooks of Graph version 23.0 and older carry `conversation` in statuses. */
  conversationInStatuses: boolean;
  /** 360dialog: Meta's errors come as text inside an error of 360dialog. */
  errorsWrapped: boolean;
  /** 360dialog: `biz_opaque_callback_data` comes back in statuses. */
  opaqueReturned: boolean;
  /** Twilio, Infobip: media of a person are behind a redirect to a storage that refuses credentials. */
  mediaRedirected: boolean;
  /** Infobip: a second message under an id that was accepted is refused. */
  repetitionsRefused: boolean;
  /** Vonage: a callback comes without a proof first, and with one when it is sent again. */
  unsignedFirst: boolean;
}

export interface WebhookSettings {
  /** Nothing leaves while true: release to see many updates in one POST. */
  webhooksHeld: boolean;
  webhookBatchMax: number;
  /** POSTs in flight per callback URL. One keeps them in order. */
  webhookConcurrency: number;
  webhookTimeoutMs: number;
  webhookRetryFirstMs: number;
  webhookRetryMaxMs: number;
  webhookRetryForMs: number;
  /** Updates waiting per callback URL; what exceeds it is dropped and counted. */
  webhookBacklogMax: number;
  /** Meta is said to write `/` as `\/`. */
  escapeSlashes: boolean;
}

export type Settings = BehaviourSettings & WebhookSettings;

const defaultBehaviour: BehaviourSettings = {
  answerDelayMs: 0,
  sentDelayMs: 50,
  deliveredDelayMs: 300,
  readDelayMs: 1_500,
  playedDelayMs: 3_000,
  readReceipts: true,
  windowEnforced: false,
  throughputPerSecond: 80,
  pairIntervalMs: 6_000,
  pairBurst: 45,
  slowAnswerMs: 3_000,
  autoReplyDelayMs: 1_000,
  templateReviewDelayMs: 1_000,
  conversationInStatuses: false,
  errorsWrapped: false,
  opaqueReturned: true,
  mediaRedirected: true,
  repetitionsRefused: true,
  unsignedFirst: false,
};

export const defaultSettings: Settings = {
  ...defaultBehaviour,
  webhooksHeld: false,
  webhookBatchMax: 1_000,
  webhookConcurrency: 1,
  webhookTimeoutMs: 10_000,
  webhookRetryFirstMs: 1_000,
  webhookRetryMaxMs: 3_600_000,
  webhookRetryForMs: 7 * 24 * 3_600_000,
  webhookBacklogMax: 200_000,
  escapeSlashes: true,
};

export interface SettingsStore {
  all(): Settings;
  /** The settings of one phone number: its own where it has some, the general ones elsewhere. */
  of(phoneNumberId: string): Settings;
  own(phoneNumberId: string): Partial<BehaviourSettings>;
  change(changes: Partial<Settings>): void;
  changeOwn(phoneNumberId: string, changes: Partial<BehaviourSettings>): void;
  setOwn(phoneNumberId: string, own: Partial<BehaviourSettings>): void;
  /** The general settings as they were at the start; numbers keep their own. */
  reset(): void;
}

export function createSettings(given: Partial<Settings> = {}): SettingsStore {
  const initial = { ...defaultSettings, ...given };
  let general = initial;
  const own = new Map<string, Partial<BehaviourSettings>>();
  const merged = new Map<string, Settings>();

  function setOwn(phoneNumberId: string, changes: Partial<BehaviourSettings>): void {
    own.set(phoneNumberId, changes);
    merged.delete(phoneNumberId);
  }

  return {
    all: () => general,
    of(phoneNumberId) {
      let settings = merged.get(phoneNumberId);
      if (!settings) {
        settings = { ...general, ...own.get(phoneNumberId) };
        merged.set(phoneNumberId, settings);
      }
      return settings;
    },
    own: (phoneNumberId) => own.get(phoneNumberId) ?? {},
    change(changes) {
      general = { ...general, ...changes };
      merged.clear();
    },
    changeOwn: (phoneNumberId, changes) => setOwn(phoneNumberId, { ...own.get(phoneNumberId), ...changes }),
    setOwn,
    reset() {
      general = initial;
      merged.clear();
    },
  };
}

/** True for settings that one phone number may have for itself. */
export function isBehaviourSetting(name: string): name is keyof BehaviourSettings {
  return Object.hasOwn(defaultBehaviour, name);
}
