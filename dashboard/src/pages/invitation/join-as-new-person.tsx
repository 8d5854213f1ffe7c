// Joining a company with a new account. Who has one already signs in first and comes back.

import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { forgetLinkSecret, keepLinkSecret } from '../../parts/form/link-secret.ts';
import { useRefusedFields } from '../../parts/form/use-server-form.ts';
import { useEnter } from '../../parts/session/use-enter.ts';
import { signUp } from '../../queries/account.ts';
import { PersonInputs } from '../sign-up/sign-up-form.tsx';
import { usePersonForm } from '../sign-up/use-person-form.ts';

export function JoinAsNewPerson({ token }: { token: string }) {
  const { t, i18n } = useTranslation();
  const enter = useEnter();
  const navigate = useNavigate();
  const form = usePersonForm();
  const join = useMutation({
    mutationFn: signUp,
    onSuccess: async ({ user, companies, expires_at }) => {
      forgetLinkSecret('invitation');
      await enter({ user, companies, expires_at });
    },
  });
  useRefusedFields(form, join.error);
  const submit = form.onSubmit((person) =>
    join.mutate({ ...person, language: currentLanguage(i18n), invitation_token: token }),
  );
  const signInFirst = () => {
    keepLinkSecret('invitation', token);
    void navigate({ to: '/sign-in', search: { redirect: '/invitation' } });
  };
  return (
    <Stack>
      <FormFrame
        isDoor
        error={join.error}
        isPending={join.isPending}
        onSubmit={submit}
        submit={t('invitation.join_new')}
      >
        <PersonInputs form={form} />
      </FormFrame>
      <Button variant="subtle" color="gray" fullWidth onClick={signInFirst}>
        {t('invitation.have_account')}
      </Button>
    </Stack>
  );
}
