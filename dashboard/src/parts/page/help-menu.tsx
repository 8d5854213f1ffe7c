// Help where it is looked for: guides, the reference, what is new, and which version this is.

import { Menu, Text } from '@mantine/core';
import { IconApi, IconBook, IconHelp, IconLifebuoy, IconSparkles } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../text/left-to-right.tsx';
import { IconMenu, type OpenAtFirst } from './icon-menu.tsx';

export function HelpMenu({ isOpenAtFirst }: OpenAtFirst) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const openGuide = (guide: string) => void navigate({ to: '/developers/guides/$guide', params: { guide } });
  return (
    <IconMenu label={t('help.label')} icon={IconHelp} width={240} isOpenAtFirst={isOpenAtFirst}>
      <Menu.Item leftSection={<IconLifebuoy size={16} />} onClick={() => openGuide('getting-started')}>
        {t('help.first_steps')}
      </Menu.Item>
      <Menu.Item leftSection={<IconBook size={16} />} onClick={() => void navigate({ to: '/developers' })}>
        {t('help.guides')}
      </Menu.Item>
      <Menu.Item leftSection={<IconApi size={16} />} component="a" href="/docs" target="_blank">
        {t('help.reference')}
      </Menu.Item>
      <Menu.Item leftSection={<IconSparkles size={16} />} onClick={() => openGuide('whats-new')}>
        {t('help.whats_new')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>
        <Text span size="xs" c="dimmed">
          {t('help.version')} <LeftToRight>{__HUDHUD_VERSION__}</LeftToRight>
        </Text>
      </Menu.Label>
    </IconMenu>
  );
}
