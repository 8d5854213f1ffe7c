// The facts about one contact, those of the company's own fields among them.

import type { Contact, ContactField } from '@hudhud/contract/contacts.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { languageName } from '../../parts/text/language-name.ts';
import { CopyableId } from '../../parts/text/left-to-right.tsx';
import { MomentLine } from '../../parts/time/moment.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { fieldsQuery } from '../../queries/contacts.ts';
import { storesQuery } from '../../queries/stores.ts';
import { TagBadges } from './tag-badges.tsx';

interface ContactFactsProps {
  contact: Contact;
  /** Only what people know of the person, without the dates and the id of the contact. */
  isPreview?: boolean;
}

export function ContactFacts({ contact, isPreview = false }: ContactFactsProps) {
  const { t, i18n } = useTranslation();
  const stores = useQuery(storesQuery).data ?? [];
  return (
    <FieldList>
      {contact.phone_number !== '' && (
        <Field name={t('contact.phone_number')}>
          <CopyableId id={contact.phone_number} what={t('contact.phone_number')} />
        </Field>
      )}
      <Addresses contact={contact} />
      {contact.tags.length > 0 && (
        <Field name={t('contact.tags')}>
          <TagBadges tags={contact.tags} />
        </Field>
      )}
      {contact.language && (
        <Field name={t('contact.language')}>{languageName(contact.language, i18n.language)}</Field>
      )}
      {contact.store_id && (
        <Field name={t('contact.store')}>
          <bdi>{stores.find(({ id }) => id === contact.store_id)?.name ?? contact.store_id}</bdi>
        </Field>
      )}
      <OwnFields contact={contact} />
      {contact.notes !== '' && (
        <Field name={t('contact.notes')} isStacked>
          <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {contact.notes}
          </Text>
        </Field>
      )}
      {!isPreview && <RecordFacts contact={contact} />}
    </FieldList>
  );
}

function RecordFacts({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  return (
    <>
      <Field name={t('contact.last_seen')}>
        {contact.last_seen_at ? <MomentLine at={contact.last_seen_at} /> : t('contact.never_seen')}
      </Field>
      <Field name={t('contact.created')}>
        <MomentLine at={contact.created_at} />
      </Field>
      <Field name={t('contact.id')}>
        <CopyableId id={contact.id} what={t('contact.id')} />
      </Field>
    </>
  );
}

/** WhatsApp's other names for the person besides their number. */
function Addresses({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  return contact.addresses.map(({ kind, value, whatsapp_id: waId }) => {
    const isShown = value === contact.phone_number && waId === undefined;
    const name = t(`contact.address.${kind}`);
    return (
      !isShown && (
        <Field key={value} name={name}>
          <CopyableId id={value === contact.phone_number ? (waId ?? value) : value} what={name} />
        </Field>
      )
    );
  });
}

function OwnFields({ contact }: { contact: Contact }) {
  const { data = [] } = useQuery(fieldsQuery);
  return data.map(
    (field) =>
      contact.fields[field.name] !== undefined && (
        <Field key={field.name} name={field.label}>
          <OwnValue field={field} value={contact.fields[field.name]} />
        </Field>
      ),
  );
}

function OwnValue({ field, value }: { field: ContactField; value: Contact['fields'][string] | undefined }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  if (field.type === 'boolean') return t(value === true ? 'contact_field.yes' : 'contact_field.no');
  if (typeof value === 'number') return number(value);
  return <bdi>{value}</bdi>;
}
