// Adding a sender and changing one: the same form, over the list.

import type { Provider, Sender } from '@hudhud/contract/senders.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../parts/page/detail-drawer.tsx';
import { providersQuery, senderQuery } from '../../queries/senders.ts';
import { SenderForm } from './sender-form.tsx';
import { useSenderId, useSenderPlaces } from './sender-places.ts';

export function NewSenderDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const places = useSenderPlaces();
  const { simulated } = useSearch({ strict: false });
  const query = useQuery(providersQuery);
  return (
    <DetailDrawer
      isForm
      title={t('sender.add')}
      query={query}
      onClosed={() => void navigate({ to: places.list })}
    >
      {(providers) => <SenderForm providers={providers} sender={null} isSimulated={simulated === 'yes'} />}
    </DetailDrawer>
  );
}

export function EditSenderDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const places = useSenderPlaces();
  const senderId = useSenderId();
  const sender = useQuery({ ...senderQuery(senderId), refetchInterval: false });
  const providers = useQuery(providersQuery).data;
  return (
    <DetailDrawer
      isForm
      title={t('sender.edit')}
      query={sender}
      onClosed={() => void navigate({ to: places.one(senderId) })}
    >
      {(found) => providers && <EditForm providers={providers} sender={found} />}
    </DetailDrawer>
  );
}

function EditForm({ providers, sender }: { providers: Provider[]; sender: Sender }) {
  return (
    <SenderForm key={sender.id} providers={providers} sender={sender} isSimulated={sender.is_simulated} />
  );
}
