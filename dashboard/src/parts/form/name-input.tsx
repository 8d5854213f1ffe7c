// The first field of a form for something new: what it is called, in whichever language it is written.

import { TextInput, type TextInputProps } from '@mantine/core';
import { ownDirection } from '../text/own-direction.ts';

export function NameInput(props: TextInputProps) {
  return <TextInput required data-autofocus {...ownDirection} {...props} />;
}
