// The first message of a campaign, sent to a number of one's own before anyone else gets it.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import type { MessageContent } from '@hudhud/contract/content.ts';
import type { SendMessageBody } from '@hudhud/contract/messages.ts';
import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../../parts/form/form-frame.tsx';
import { newIdempotencyKey } from '../../../parts/form/new-idempotency-key.ts';
import { showDone } from '../../../parts/form/show-done.ts';
import { useServerForm } from '../../../parts/form/use-server-form.ts';
import { checkPhoneNumber, tidyPhoneNumber } from '../../../parts/text/phone-number.ts';
import { sendMessage } from '../../../queries/messages.ts';

interface SendTestProps {
  campaign: Campaign;
  /** As the first person would get it. */
  content: MessageContent;
}

/** A kept template says more than a request may: what it looks like, and what WhatsApp calls it. */
function toRequest(content: MessageContent): MessageContent {
  if (content.type !== 'template') return content;
  const { reference: _id, category: _category, rendered: _rendered, components, ...asked } = content.template;
  const isRaw = asked.variables === undefined && components !== undefined;
  return { type: 'template', template: { ...asked, ...(isRaw && { components }) } };
}

export function SendTest(props: SendTestProps) {
  const { t } = useTranslation();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<IconSend size={16} className="flip" />} onClick={open}>
        {t('campaign_test.button')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('campaign_test.title')}>
        <TestForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

function TestForm({ campaign, content, onClose }: SendTestProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const { form, frame } = useServerForm({
    initialValues: { to: '' },
    validate: {
      to: (value: string) => {
        const problem = checkPhoneNumber(value);
        return problem && t(`phone.${problem}`);
      },
    },
    save: {
      ...sendMessage,
      onSuccess: () => {
        showDone(t('campaign_test.done'));
        onClose();
      },
    },
    toBody: ({ to }) => ({
      body: {
        to: tidyPhoneNumber(to),
        ...toRequest(content),
        ...(campaign.sender_id === null ? {} : { from: campaign.sender_id }),
      } as SendMessageBody,
      idempotencyKey: newIdempotencyKey(),
    }),
  });
  return (
    <FormFrame {...frame} submit={t('campaign_test.button')} onCancel={onClose}>
      <Text size="sm">{t('campaign_test.explain')}</Text>
      <TextInput
        type="tel"
        dir="ltr"
        label={t('send.to')}
        placeholder="+966501234567"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('to')}
      />
    </FormFrame>
  );
}
