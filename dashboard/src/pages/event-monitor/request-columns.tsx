// The columns of the Event Monitor.

import type { RequestSummary } from '@hudhud/contract/requests.ts';
import { IconRepeat } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../parts/error/use-error-text.ts';
import styles from '../../parts/list/cells.module.css';
import { CellAddress, CellDuration, CellNote, CellText } from '../../parts/list/cells.tsx';
import type { RecordColumn } from '../../parts/list/record-table.tsx';
import { HttpStatusBadge } from '../../parts/state/status-badge.tsx';
import { tip } from '../../parts/text/shared-tooltip.tsx';
import { MomentCell } from '../../parts/time/moment.tsx';

export function useRequestColumns(): RecordColumn<RequestSummary>[] {
  const { t } = useTranslation();
  return [
    { accessor: 'received_at', title: t('request.received'), width: 140, render: Received },
    { accessor: 'path', title: t('request.request'), render: RequestLine },
    { accessor: 'status', title: t('request.status'), width: 70, render: Status },
    { accessor: 'error_code', title: t('request.code'), width: 256, render: ErrorName },
    { accessor: 'duration_ms', title: t('request.duration'), width: 80, render: Duration },
    { accessor: 'source', title: t('request.source'), width: 150, render: Source },
  ];
}

const Received = ({ received_at }: RequestSummary) => <MomentCell at={received_at} />;
const Status = ({ status }: RequestSummary) => <HttpStatusBadge status={status} />;
const RequestLine = (request: RequestSummary) => (
  <div className={styles.narrow}>
    <RequestLink request={request} />
  </div>
);
const ErrorName = ({ error_code: code }: RequestSummary) =>
  code && (
    <div className={styles.oneLine}>
      <ErrorTitle code={code} />
    </div>
  );
const Duration = ({ duration_ms }: RequestSummary) => <CellDuration milliseconds={duration_ms} />;

const Source = ({ source, user_agent }: RequestSummary) => (
  <>
    <CellText>
      <bdi dir="ltr">{source}</bdi>
    </CellText>
    {user_agent && (
      <div className={`${styles.note} ${styles.agent} preview`} dir="ltr" title={user_agent}>
        {user_agent}
      </div>
    )}
  </>
);

/** The way into the details for the keyboard; the mouse may click anywhere in the row. */
export function RequestLink({ request }: { request: RequestSummary }) {
  const { t } = useTranslation();
  return (
    <div className={styles.line}>
      <Link
        to="/event-monitor/$requestId"
        params={{ requestId: request.id }}
        search={true}
        className={styles.link}
      >
        <CellAddress method={request.method} url={request.path} full={request.path} />
      </Link>
      {request.retry_of && (
        <IconRepeat
          size={14}
          role="img"
          aria-label={t('request.is_retry')}
          style={{ flexShrink: 0 }}
          {...tip(t('request.is_retry'))}
        />
      )}
    </div>
  );
}

export function ErrorTitle({ code }: { code: string }) {
  const text = useErrorText()(code);
  return (
    <div>
      {text && <CellText>{text.title}</CellText>}
      <CellNote>
        <bdi dir="ltr" className="ltr mono">
          {code}
        </bdi>
      </CellNote>
    </div>
  );
}
