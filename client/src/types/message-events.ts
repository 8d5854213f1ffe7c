// Made from contract/ by `npm run docs`: the types of message-events, as the API has them. Do not edit.

import type { EventEnvelope } from './event-envelope.ts';
import type { IncomingMessageData, ReceivedFile, WrittenMessageData } from './incoming-message.ts';
import type { MessageStatus } from './messages.ts';
import type { Failure } from './problem.ts';

/** A person changed a message. `refers_to` names it, `message_body` is the new text. */
export interface MessageEditedEvent extends EventEnvelope {
  readonly event: 'message_edited';
  readonly data: IncomingMessageData;
}

/** A person deleted a message for everyone. `refers_to` names it. */
export interface MessageDeletedEvent extends EventEnvelope {
  readonly event: 'message_deleted';
  readonly data: IncomingMessageData;
}

/** Somebody wrote to a person from the WhatsApp Business app with one of your numbers. */
export interface AppMessageEvent extends EventEnvelope {
  readonly event: 'app_message';
  readonly data: WrittenMessageData & {
    /** Who gets it, digits only. Empty when the person hides the number. */
    readonly recipient_phone: string;
    /** Who gets it: the id that WhatsApp gives the person for your business, else the digits. */
    readonly recipient_id: string;
    /** text, image, ...; edit or revoke for a change in the app. */
    readonly message_type: string;
    /** Which of your senders it was written from. */
    readonly sent_by: string | null;
  };
}

/** A call with one of your numbers begins or ends. */
export interface CallEvent extends EventEnvelope {
  readonly event: 'call';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The provider's id of the call. */
    readonly call_id: string;
    /** connect or terminate. */
    readonly stage: string;
    /** Who called: the person, or you. */
    readonly direction: 'incoming' | 'outgoing' | null;
    /** The person, digits only. Empty when they hide their number. */
    readonly person_phone: string;
    /** The person: the id that WhatsApp gives them for your business, else the digits. */
    readonly person_id: string;
    /** Which of your senders it is about. */
    readonly sender_id: string | null;
    /** How it ended, in the words of the provider. */
    readonly status: string | null;
    /** When it began, UTC. */
    readonly started_at: string | null;
    /** When it ended, UTC. */
    readonly ended_at: string | null;
    /** How long it lasted. */
    readonly duration_seconds: number | null;
    /** All of it, as the provider sent it. */
    readonly call: unknown;
  };
}

/** A message that you sent has a new status. */
export interface MessageStatusEvent extends EventEnvelope {
  readonly event: 'message_status';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The id of the message. */
    readonly message_id: string;
    /** Who gets it, digits only. Empty when it was sent to a user id. */
    readonly recipient_phone: string;
    /** Who gets it: the user id it was sent to, else the digits of the number. */
    readonly recipient_id: string;
    readonly status: MessageStatus;
    /** Which attempt to send it this is about; 0 before the first one. */
    readonly attempt: number;
    /** Puts the statuses of one message in order, however they arrive: the highest one counts. */
    readonly sequence: number;
    /** Why it failed or waits, and what to do about it. */
    readonly error: Failure | null;
    /** The `reference` you gave when sending. */
    readonly reference: string | null;
    /** Which of your senders sent it. */
    readonly sender_id: string | null;
    /** The provider's own id of the message. */
    readonly provider_message_id: string | null;
    /** What the provider charges. It tells no amounts. */
    readonly pricing?: {
      /** What it is charged as: marketing, utility, authentication, service, ... */
      readonly category?: string;
      /** How it is charged, in the words of the provider: PMP is per message. */
      readonly model?: string;
      /** regular, or why it is free: free_customer_service, free_entry_point. */
      readonly type?: string;
      /** Whether it is charged at all. */
      readonly billable?: boolean;
    };
    /** The provider's unit of charging, where it still uses one. */
    readonly conversation?: {
      /** The provider's id of the conversation it counts into. */
      readonly id?: string;
      /** What opened it. */
      readonly origin?: string;
      /** Until when it lasts, UTC. */
      readonly expires_at?: string;
    };
    /** Of `failed`: all that the provider names, the first one first. */
    readonly errors?: ReadonlyArray<{
      /** The provider's code. */
      readonly code: string;
      readonly title: string;
      readonly detail: string;
    }>;
  };
}

/** Free text to this person ends in two hours. Told once, and only when a webhook names this event. */
export interface WindowClosingEvent extends EventEnvelope {
  readonly event: 'window_closing';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The sender that the person wrote to. */
    readonly sender_id: string | null;
    /** Who wrote, digits only. Empty when the person hides the number. */
    readonly contact_phone: string;
    /** Who wrote, as an address to send to: the digits of the number, else the user id. */
    readonly contact_id: string;
    /** When they last wrote. */
    readonly last_incoming_at: string | null;
    /** When the window closes. */
    readonly closes_at: string | null;
  };
}

/** The file of an incoming message is here. Told only to webhooks that name this event. */
export interface MediaStoredEvent extends EventEnvelope {
  readonly event: 'media_stored';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The incoming message that brought it. */
    readonly message_id: string;
    /** Which of your senders received it. */
    readonly sender_id: string | null;
    /** The file of an image, audio, video, document or sticker message. */
    readonly media?: ReceivedFile;
  };
}
