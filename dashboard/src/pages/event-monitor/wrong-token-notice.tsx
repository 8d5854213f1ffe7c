// Requests with a wrong token are no rows of the list: anybody could fill it. That they come, how many and from where is said
// above it, because a system that is refused looks to its owner like one that does nothing.

import { Alert, Text } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { useMe } from '../../queries/me.ts';
import { wrongTokensQuery } from '../../queries/requests.ts';

export function WrongTokenNotice() {
  const { t } = useTranslation();
  const text = useTimeText();
  const { company } = useMe();
  const { data } = useQuery(wrongTokensQuery);
  if (!data?.last_at || data.count === 0) return null;
  const words = {
    count: data.count,
    formatted: text.number(data.count),
    source: `\u2066${data.last_source ?? ''}\u2069`,
    when: text.relative(data.last_at),
  };
  return (
    <Alert color="yellow" icon={<IconKeyOff />} title={t('request.wrong_token', words)} mb="md">
      <Text size="sm">
        {t('request.wrong_token_hint')}{' '}
        <RouteLink to="/companies/$companyId/edit/incoming-api" params={{ companyId: company.id }}>
          {t('request.wrong_token_open')}
        </RouteLink>
      </Text>
    </Alert>
  );
}
