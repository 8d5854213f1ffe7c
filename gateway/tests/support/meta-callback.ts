// Callbacks as Meta writes them, for tests that need many or particular ones.

export interface MetaStatus {
  readonly id: string;
  readonly status: string;
  readonly echo?: string;
}

export interface MetaText {
  readonly id: string;
  readonly text: string;
  readonly at?: Date;
}

export interface MetaChange {
  readonly account: string;
  readonly statuses?: readonly MetaStatus[];
  readonly texts?: readonly MetaText[];
}

const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));

const toChange = ({ account, statuses, texts }: MetaChange): object => ({
  field: 'messages',
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550783881', phone_number_id: account },
    ...(texts && {
      contacts: [{ profile: { name: 'Sheena Nelson' }, wa_id: '16505551234' }],
      messages: texts.map(({ id, text, at = new Date() }) => ({
        id,
        from: '16505551234',
        timestamp: seconds(at),
        type: 'text',
        text: { body: text },
      })),
    }),
    ...(statuses && {
      statuses: statuses.map(({ id, status, echo }) => ({
        id,
        status,
        timestamp: seconds(new Date()),
        recipient_id: '16505551234',
        ...(echo !== undefined && { biz_opaque_callback_data: echo }),
      })),
    }),
  },
});

/** One callback with an entry for each list of changes. */
export const metaCallback = (...entries: readonly (readonly MetaChange[])[]): object => ({
  object: 'whatsapp_business_account',
  entry: entries.map((changes, index) => ({ id: `1022901293403${index}`, changes: changes.map(toChange) })),
});
