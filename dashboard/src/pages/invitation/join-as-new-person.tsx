// Joining a company with a new account. Who has one already signs in first and comes back.

import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { forgetLinkSecret, keepLinkSecret } from '../../parts/form/link-secret.ts';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { useEnter } from '../../parts/session/use-enter.ts';
import { signUp } from '../../queries/account.ts';
import { CheckMail } from '../sign-up/check-mail.tsx';
import { PersonInputs, usePersonInput } from '../sign-up/person-inputs.tsx';

export function JoinAsNewPerson({ token }: { token: string }) {
  const { t, i18n } = useTranslation();
  const enter = useEnter();
  const navigate = useNavigate();
  const {
    form,
    save: join,
    frame,
  } = useServerForm({
    ...usePersonInput(),
    save: {
      mutationFn: signUp,
      onSuccess: async (answer) => {
        forgetLinkSecret('invitation');
        if (!('user' in answer)) return;
        const { user, companies, expires_at } = answer;
        await enter({ user, companies, expires_at });
      },
    },
    toBody: (person) => ({ ...person, language: currentLanguage(i18n), invitation_token: token }),
  });
  const signInFirst = () => {
    keepLinkSecret('invitation', token);
    void navigate({ to: '/sign-in', search: { redirect: '/invitation' } });
  };
  if (join.data && !('user' in join.data)) return <CheckMail hours={join.data.valid_hours} />;
  return (
    <Stack>
      <FormFrame isDoor {...frame} submit={t('invitation.join_new')}>
        <PersonInputs form={form} />
      </FormFrame>
      <Button variant="subtle" color="gray" fullWidth onClick={signInFirst}>
        {t('invitation.have_account')}
      </Button>
    </Stack>
  );
}
