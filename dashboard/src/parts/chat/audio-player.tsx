// A player for sounds, as narrow as a bubble: the browser's own is too wide for one and differs from browser to browser.

import { ActionIcon } from '@mantine/core';
import { IconMicrophone, IconMusic, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './file-view.module.css';

const clock = (seconds: number): string => {
  const whole = Number.isFinite(seconds) ? Math.round(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

export function AudioPlayer({ url, isVoice }: { url: string; isVoice: boolean }) {
  const { t } = useTranslation();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const Kind = isVoice ? IconMicrophone : IconMusic;
  const toggle = () => {
    const player = audio.current;
    if (!player) return;
    // A file that cannot be played says so by its own error event.
    if (player.paused) void player.play().catch(() => undefined);
    else player.pause();
  };
  return (
    <section className={styles.audio} aria-label={t(isVoice ? 'chat.voice' : 'chat.audio')}>
      {/* biome-ignore lint/a11y/useMediaCaption: people send sounds without captions */}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onDurationChange={(event) => setLength(event.currentTarget.duration)}
        onError={() => setIsBroken(true)}
      />
      <ActionIcon
        radius="xl"
        size={34}
        variant="default"
        disabled={isBroken}
        aria-label={t(isPlaying ? 'chat.pause' : 'chat.play')}
        onClick={toggle}
      >
        {isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </ActionIcon>
      <input
        className={styles.position}
        type="range"
        min={0}
        max={Number.isFinite(length) && length > 0 ? length : 1}
        step={0.1}
        value={at}
        disabled={isBroken}
        aria-label={t('chat.position')}
        aria-valuetext={`${clock(at)} / ${clock(length)}`}
        onChange={(event) => {
          if (audio.current) audio.current.currentTime = Number(event.currentTarget.value);
        }}
      />
      <span className={styles.time}>{isBroken ? t('chat.broken_sound') : clock(at > 0 ? at : length)}</span>
      <Kind size={16} aria-hidden />
    </section>
  );
}
