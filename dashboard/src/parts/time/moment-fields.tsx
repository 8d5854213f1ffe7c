// Facts that are moments, each named. One that has not come is left out.

import { Field } from '../text/field-list.tsx';
import { MomentLine } from './moment.tsx';

interface MomentFieldsProps {
  moments: readonly (readonly [name: string, at: string | null])[];
  isStacked?: boolean;
}

export const MomentFields = ({ moments, isStacked = false }: MomentFieldsProps) =>
  moments.map(
    ([name, at]) =>
      at && (
        <Field key={name} name={name} isStacked={isStacked}>
          <MomentLine at={at} />
        </Field>
      ),
  );
