// Making a named token, or changing what one may do.

import type { NamedToken, NamedTokenChange, TokenScope } from '@hudhud/contract/tokens.ts';
import { Checkbox, Modal, Select, Stack, TagsInput } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { NameInput } from '../../parts/form/name-input.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { dayMilliseconds } from '../../queries/time-range.ts';
import { changeToken, createToken } from '../../queries/tokens.ts';

const scopes: readonly TokenScope[] = ['send', 'read', 'contacts', 'campaigns', 'admin'];
/** In days; `kept` leaves the end of a token as it is. */
const ends = ['kept', 'never', '30', '90', '365'] as const;
type End = (typeof ends)[number];

interface NamedTokenDialogProps {
  token: NamedToken | null;
  isOpen: boolean;
  onClose: () => void;
  onMade?: (token: string) => void;
}

export function NamedTokenDialog({ token, isOpen, onClose, onMade }: NamedTokenDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t(token ? 'named_token.edit' : 'named_token.add')}>
      <TokenForm token={token} onClose={onClose} {...(onMade && { onMade })} />
    </Modal>
  );
}

interface Values {
  name: string;
  scopes: TokenScope[];
  networks: string[];
  end: End;
}

const toBody = ({
  name,
  scopes: chosen,
  networks,
  end,
}: Values): Required<Pick<NamedTokenChange, 'name' | 'scopes'>> & NamedTokenChange => ({
  name: name.trim(),
  scopes: chosen,
  networks,
  ...(end !== 'kept' && {
    expires_at: end === 'never' ? null : new Date(Date.now() + Number(end) * dayMilliseconds).toISOString(),
  }),
});

function TokenForm({ token, onClose, onMade }: Omit<NamedTokenDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const { form, frame } = useServerForm({
    initialValues: {
      name: token?.name ?? '',
      scopes: token ? [...token.scopes] : ['send'],
      networks: token ? [...token.networks] : [],
      end: token ? 'kept' : '365',
    } as Values,
    validate: {
      name: isNotEmpty(t('named_token.name_needed')),
      scopes: isNotEmpty(t('named_token.scope_needed')),
    },
    save: {
      ...createToken,
      mutationFn: async (body: ReturnType<typeof toBody>) => {
        if (!token) return await createToken.mutationFn(body);
        return { token: null, details: await changeToken.mutationFn({ id: token.id, body }) };
      },
      onSuccess: ({ token: made }: { token: string | null }) => {
        onClose();
        if (made === null) showDone(t('named_token.saved'));
        else onMade?.(made);
      },
    },
    toBody,
  });
  return (
    <FormFrame {...frame} submit={t(token ? 'action.save' : 'named_token.add')} onCancel={onClose}>
      <NameInput
        label={t('named_token.name')}
        description={t('named_token.name_hint')}
        maxLength={60}
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={t('named_token.scopes')} required {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt={6}>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={t(`token_scope.${scope}`)}
              description={t(`token_scope_hint.${scope}`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={t('named_token.end')}
        allowDeselect={false}
        data={ends
          .filter((end) => token !== null || end !== 'kept')
          .map((end) => ({ value: end, label: t(`token_end.${end}`) }))}
        {...form.getInputProps('end')}
      />
      <TagsInput
        label={t('named_token.networks')}
        description={t('named_token.networks_hint')}
        placeholder="203.0.113.0/24"
        dir="ltr"
        maxTags={20}
        splitChars={[',', ' ']}
        {...form.getInputProps('networks')}
      />
    </FormFrame>
  );
}
