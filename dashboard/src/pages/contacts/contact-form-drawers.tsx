// Adding a contact and changing one: the same form, over the list.

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { DetailDrawer } from '../../parts/page/detail-drawer.tsx';
import { contactQuery, fieldsQuery } from '../../queries/contacts.ts';
import { ContactForm } from './contact-form.tsx';

const editRoute = getRouteApi('/app/contacts/list/$contactId/edit');

export function NewContactDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const fields = useQuery(fieldsQuery);
  return (
    <DetailDrawer
      isForm
      title={t('contacts.add')}
      query={fields}
      onClosed={() => void navigate({ to: '/contacts', search: true })}
    >
      {(found) => <ContactForm contact={null} fields={found} />}
    </DetailDrawer>
  );
}

export function EditContactDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { contactId } = editRoute.useParams();
  const contact = useQuery(contactQuery(contactId));
  const fields = useQuery(fieldsQuery);
  return (
    <DetailDrawer
      isForm
      title={t('contact_form.edit')}
      query={contact}
      onClosed={() => void navigate({ to: '/contacts/$contactId', params: { contactId }, search: true })}
    >
      {(found) => {
        if (fields.isError) return <ErrorAlert error={fields.error} onRetry={() => void fields.refetch()} />;
        return fields.data && <ContactForm key={found.id} contact={found} fields={fields.data} />;
      }}
    </DetailDrawer>
  );
}
