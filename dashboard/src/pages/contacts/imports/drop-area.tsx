// Takes a file by drag and drop, or by the button, which is also the way for the keyboard.

import { Box, Button, FileButton, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './drop-area.module.css';

interface DropAreaProps {
  isBusy: boolean;
  onFile: (file: File) => void;
}

export function DropArea({ isBusy, onFile }: DropAreaProps) {
  const { t } = useTranslation();
  const [isOver, setIsOver] = useState(false);
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(is);
  };
  return (
    <Box
      className={styles.area}
      mod={{ over: isOver }}
      onDragEnter={over(true)}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        const file = event.dataTransfer.files[0];
        if (file && !isBusy) onFile(file);
      }}
    >
      <IconFileSpreadsheet size={40} stroke={1.4} aria-hidden />
      <Text fw={600}>{t('import_file.drop')}</Text>
      <FileButton
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        onChange={(file) => file && onFile(file)}
        inputProps={{ 'aria-label': t('import_file.choose') }}
      >
        {(props) => (
          <Button {...props} loading={isBusy}>
            {t('import_file.choose')}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        {t('import_file.kinds')}
      </Text>
    </Box>
  );
}
