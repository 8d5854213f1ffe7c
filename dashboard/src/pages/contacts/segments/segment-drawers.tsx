// Adding a segment and changing one: the same builder, beside the list.

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../../parts/page/detail-drawer.tsx';
import { fieldsQuery } from '../../../queries/contacts.ts';
import { segmentQuery } from '../../../queries/segments.ts';
import { SegmentForm } from './segment-form.tsx';

const editRoute = getRouteApi('/app/contacts/segments/$segmentId');
const width = 680;

export function NewSegmentDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <DetailDrawer
      title={t('segment.add')}
      query={useQuery(fieldsQuery)}
      width={width}
      onClosed={() => void navigate({ to: '/contacts/segments' })}
    >
      {() => <SegmentForm segment={null} />}
    </DetailDrawer>
  );
}

export function EditSegmentDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { segmentId } = editRoute.useParams();
  const areFieldsKnown = useQuery(fieldsQuery).data !== undefined;
  return (
    <DetailDrawer
      title={t('segment.edit')}
      query={useQuery(segmentQuery(segmentId))}
      width={width}
      onClosed={() => void navigate({ to: '/contacts/segments' })}
    >
      {(segment) => areFieldsKnown && <SegmentForm key={segment.id} segment={segment} />}
    </DetailDrawer>
  );
}
