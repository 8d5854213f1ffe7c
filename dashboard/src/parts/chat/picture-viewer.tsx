// A picture over the page. It is made bigger and smaller by buttons, by the keys + - and 0, and by pressing on it; what does
// not fit is scrolled. Escape closes it.

import { ActionIcon, Group, Modal } from '@mantine/core';
import { IconDownload, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './picture-viewer.module.css';

const zooms = [1, 1.5, 2, 3, 4] as const;

interface PictureViewerProps {
  url: string;
  name: string;
  filename: string | undefined;
  onClose: () => void;
}

export function PictureViewer({ url, name, filename, onClose }: PictureViewerProps) {
  const [step, setStep] = useState(0);
  const change = (by: number) => setStep((now) => Math.min(zooms.length - 1, Math.max(0, now + by)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') change(1);
    else if (event.key === '-') change(-1);
    else if (event.key === '0') setStep(0);
  };
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={<bdi>{name}</bdi>}
      classNames={{ body: styles.body as string, content: styles.content as string }}
      onKeyDown={onKeyDown}
    >
      <Tools step={step} url={url} filename={filename} onChange={change} onReset={() => setStep(0)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={styles.room} tabIndex={0} aria-label={name}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys + and - do the same */}
        <img
          src={url}
          alt={name}
          className={styles.picture}
          style={{ width: `${(zooms[step] ?? 1) * 100}%`, maxHeight: step === 0 ? '100%' : 'none' }}
          onClick={() => setStep(step === 0 ? 2 : 0)}
        />
      </section>
    </Modal>
  );
}

interface ToolsProps {
  step: number;
  url: string;
  filename: string | undefined;
  onChange: (by: number) => void;
  onReset: () => void;
}

function Tools({ step, url, filename, onChange, onReset }: ToolsProps) {
  const { t } = useTranslation();
  const zoomings = [
    { name: 'chat.zoom_out', Icon: IconZoomOut, isOff: step === 0, onClick: () => onChange(-1) },
    { name: 'chat.zoom_reset', Icon: IconZoomReset, isOff: step === 0, onClick: onReset },
    { name: 'chat.zoom_in', Icon: IconZoomIn, isOff: step === zooms.length - 1, onClick: () => onChange(1) },
  ] as const;
  return (
    <Group gap="xs" justify="center" role="toolbar" aria-label={t('chat.viewer_tools')}>
      {zoomings.map(({ name, Icon, isOff, onClick }) => (
        <ActionIcon
          key={name}
          variant="default"
          size="lg"
          aria-label={t(name)}
          disabled={isOff}
          onClick={onClick}
        >
          <Icon size={18} />
        </ActionIcon>
      ))}
      <ActionIcon
        component="a"
        variant="default"
        size="lg"
        href={url}
        download={filename ?? true}
        aria-label={t('chat.save_picture')}
      >
        <IconDownload size={18} />
      </ActionIcon>
    </Group>
  );
}
