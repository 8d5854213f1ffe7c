// Headers that go with every delivery. Their values are never shown again, so existing ones are kept or all replaced.

import type { Webhook } from '@hudhud/contract/webhooks.ts';
import { ActionIcon, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconRefresh, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SecretInput } from '../../parts/form/secret-input.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { headersAnew, needsHeadersAnew, newHeader, type WebhookFormState } from './webhook-values.ts';

const headersMax = 20;

interface HeaderInputsProps {
  form: WebhookFormState;
  webhook: Webhook | null;
}

export function HeaderInputs({ form, webhook }: HeaderInputsProps) {
  const { t } = useTranslation();
  const { headers, url } = form.values;
  const isElsewhere = needsHeadersAnew(webhook, url);
  const begin = () => form.setFieldValue('headers', webhook ? headersAnew(webhook) : [newHeader()]);
  return (
    <Input.Wrapper
      label={t('webhook.headers')}
      description={t('webhook_form.headers_hint')}
      labelElement="div"
    >
      {headers === null ? (
        <Group mt="xs" gap="sm">
          <Text size="sm">
            {t(isElsewhere ? 'webhook_form.headers_elsewhere' : 'webhook_form.headers_kept')}{' '}
            <LeftToRight mono>{webhook?.header_names.join(', ')}</LeftToRight>
          </Text>
          <Button variant="default" size="xs" leftSection={<IconRefresh size={14} />} onClick={begin}>
            {t('webhook_form.headers_anew')}
          </Button>
          {form.errors.headers && <Input.Error>{form.errors.headers}</Input.Error>}
        </Group>
      ) : (
        <Stack gap="xs" mt="xs" align="flex-start">
          {headers.map((header, index) => (
            <HeaderRow key={header.key} form={form} index={index} />
          ))}
          {form.errors.headers && <Input.Error>{form.errors.headers}</Input.Error>}
          {headers.length < headersMax && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} />}
              onClick={() => form.insertListItem('headers', newHeader())}
            >
              {t('webhook_form.headers_add')}
            </Button>
          )}
        </Stack>
      )}
    </Input.Wrapper>
  );
}

function HeaderRow({ form, index }: { form: WebhookFormState; index: number }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" wrap="nowrap" w="100%">
      <TextInput
        dir="ltr"
        flex={1}
        aria-label={t('webhook_form.header_name')}
        placeholder="X-Api-Key"
        {...form.getInputProps(`headers.${index}.name`)}
      />
      <SecretInput
        dir="ltr"
        flex={1}
        aria-label={t('webhook_form.header_value')}
        autoComplete="off"
        {...form.getInputProps(`headers.${index}.value`)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('webhook_form.header_remove')}
        onClick={() => form.removeListItem('headers', index)}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
