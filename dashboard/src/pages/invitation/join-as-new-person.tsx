// Joining a company with a new account. Who has one already signs in first and comes back.

import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { ErrorAlert } from '../../parts/error-alert.tsx';
import { forgetLinkSecret, keepLinkSecret } from '../../parts/link-secret.ts';
import { pointedErrors } from '../../parts/pointed-errors.tsx';
import { signUp } from '../../queries/account.ts';
import { useEnter } from '../../shell/use-enter.ts';
import { CheckMail } from '../sign-up/check-mail.tsx';
import { PersonInputs } from '../sign-up/sign-up-form.tsx';
import { usePersonForm } from '../sign-up/use-person-form.ts';

export function JoinAsNewPerson({ token }: { token: string }) {
  const { t, i18n } = useTranslation();
  const enter = useEnter();
  const navigate = useNavigate();
  const form = usePersonForm();
  const { setErrors } = form;
  const join = useMutation({
    mutationFn: signUp,
    onSuccess: async (answer) => {
      forgetLinkSecret('invitation');
      if (!('user' in answer)) return;
      const { user, companies, expires_at } = answer;
      await enter({ user, companies, expires_at });
    },
  });
  useEffect(() => setErrors(pointedErrors(join.error)), [join.error, setErrors]);
  const submit = form.onSubmit((person) =>
    join.mutate({ ...person, language: currentLanguage(i18n), invitation_token: token }),
  );
  const signInFirst = () => {
    keepLinkSecret('invitation', token);
    void navigate({ to: '/sign-in', search: { redirect: '/invitation' } });
  };
  if (join.data && !('user' in join.data)) return <CheckMail hours={join.data.valid_hours} />;
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {join.isError && <ErrorAlert error={join.error} />}
        <PersonInputs form={form} />
        <Button type="submit" fullWidth loading={join.isPending}>
          {t('invitation.join_new')}
        </Button>
        <Button variant="subtle" color="gray" fullWidth onClick={signInFirst}>
          {t('invitation.have_account')}
        </Button>
      </Stack>
    </form>
  );
}
