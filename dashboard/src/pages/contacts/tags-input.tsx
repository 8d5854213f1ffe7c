// Tags to give: those that are in use are offered, new ones are typed.

import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tagsQuery } from '../../queries/contacts.ts';

const tagCharactersMax = 50;

export function ContactTagsInput(props: Omit<TagsInputProps, 'data'>) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(tagsQuery);
  return (
    <TagsInput
      label={t('contact.tags')}
      placeholder={t('contact.tags_placeholder')}
      maxLength={tagCharactersMax}
      splitChars={[',', '،', ';']}
      acceptValueOnBlur
      data={data.map(({ tag }) => tag)}
      {...props}
    />
  );
}
