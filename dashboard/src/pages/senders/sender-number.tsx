// The number of a sender as people know it. Before a test has found it there is only what the provider calls it, and then it is
// said that it is that.

import type { Sender } from '@hudhud/contract/senders.ts';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';

type Named = Pick<Sender, 'phone_number' | 'account' | 'fields'>;

/** Null: not known yet. Most providers name a number by its digits, without the plus sign; Meta by an id of its own. */
export function numberOf({ phone_number: number, account, fields }: Named): string | null {
  if (number) return `+${number.replace(/^\+/, '')}`;
  const isId = fields.phone_number_id?.value === account;
  return !isId && /^\+?\d{7,15}$/.test(account) ? `+${account.replace(/^\+/, '')}` : null;
}

export function SenderNumber({ sender }: { sender: Named }) {
  const { t } = useTranslation();
  const number = numberOf(sender);
  if (number) return <LeftToRight>{number}</LeftToRight>;
  if (sender.account === '') return t('sender.phone_number_unknown');
  return (
    <>
      {t('sender.account')}: <LeftToRight mono>{sender.account}</LeftToRight>
    </>
  );
}
