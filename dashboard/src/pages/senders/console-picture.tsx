// A drawing of a page at a provider: its menu with the way marked, and the fields with what goes into them. Their consoles
// are in English and read left to right, so that the drawing does in every language.

import type { CallbackStep, PictureField } from './callback-steps.ts';
import classes from './console-picture.module.css';

const width = 480;
const menuWidth = 190;
const top = 34;
const rowHeight = 52;
const fieldWidth = width - menuWidth - 40;

/** Characters of the drawing's own face that fit; the rest would run out of its box. */
const fit = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters - 1)}…` : text;

export function ConsolePicture({
  step,
  address,
  label,
}: {
  step: CallbackStep;
  address: string;
  label: string;
}) {
  const rows = Math.max(step.fields.length, step.place.length - 1);
  const height = top + 18 + rows * rowHeight + (step.button ? 44 : 8);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={classes.picture} role="img" aria-label={label}>
      <rect className={classes.window} x="0.5" y="0.5" width={width - 1} height={height - 1} rx="8" />
      {[16, 30, 44].map((x) => (
        <circle key={x} className={classes.dot} cx={x} cy="17" r="4" />
      ))}
      <line className={classes.line} x1="0" y1={top} x2={width} y2={top} />
      <line className={classes.line} x1={menuWidth} y1={top} x2={menuWidth} y2={height} />
      {step.place.map((name, index) => (
        <MenuItem key={name} name={name} index={index} isLast={index === step.place.length - 1} />
      ))}
      {step.fields.map((field, index) => (
        <FieldBox key={field.label} field={field} y={top + 26 + index * rowHeight} address={address} />
      ))}
      {step.button && <Button name={step.button} y={height - 38} />}
    </svg>
  );
}

function MenuItem({ name, index, isLast }: { name: string; index: number; isLast: boolean }) {
  const y = top + 14 + index * 34;
  return (
    <>
      {isLast && <rect className={classes.chosen} x="10" y={y} width={menuWidth - 20} height="26" rx="5" />}
      <text className={isLast ? classes.chosenText : classes.menuText} x={18 + index * 6} y={y + 17}>
        {fit(name, 25 - index)}
      </text>
    </>
  );
}

function FieldBox({ field, y, address }: { field: PictureField; y: number; address: string }) {
  const x = menuWidth + 20;
  const { holds } = field;
  const isPasted = typeof holds === 'string';
  const content = holds === 'address' ? address : holds === 'secret' ? '••••••••••••' : holds.word;
  return (
    <>
      <text className={classes.label} x={x} y={y}>
        {field.label}
      </text>
      <rect
        className={isPasted ? classes.pasted : classes.field}
        x={x}
        y={y + 6}
        width={fieldWidth}
        height="26"
        rx="5"
      />
      <text className={isPasted ? classes.pastedText : classes.fieldText} x={x + 10} y={y + 23}>
        {fit(content, 37)}
      </text>
    </>
  );
}

function Button({ name, y }: { name: string; y: number }) {
  const wide = 28 + name.length * 6.6;
  return (
    <>
      <rect className={classes.button} x={width - 20 - wide} y={y} width={wide} height="26" rx="5" />
      <text className={classes.buttonText} x={width - 20 - wide / 2} y={y + 17} textAnchor="middle">
        {name}
      </text>
    </>
  );
}
