// Adding a sender and changing one: the same form, beside the list.

import type { Provider, Sender } from '@hudhud/contract/senders.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../parts/detail-drawer.tsx';
import { providersQuery, senderQuery } from '../../queries/senders.ts';
import { SenderForm } from './sender-form.tsx';

const newRoute = getRouteApi('/app/senders/new');
const editRoute = getRouteApi('/app/senders/$senderId/edit');

export function NewSenderDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { simulated } = newRoute.useSearch();
  const query = useQuery(providersQuery);
  return (
    <DetailDrawer title={t('sender.add')} query={query} onClosed={() => void navigate({ to: '/senders' })}>
      {(providers) => <SenderForm providers={providers} sender={null} isSimulated={simulated === 'yes'} />}
    </DetailDrawer>
  );
}

export function EditSenderDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { senderId } = editRoute.useParams();
  const sender = useQuery({ ...senderQuery(senderId), refetchInterval: false });
  const providers = useQuery(providersQuery).data;
  return (
    <DetailDrawer
      title={t('sender.edit')}
      query={sender}
      onClosed={() => void navigate({ to: '/senders/$senderId', params: { senderId } })}
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
