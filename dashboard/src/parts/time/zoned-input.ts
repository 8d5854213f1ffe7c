// A date-time field shows wall-clock time in the company's zone; the API takes instants. These two translate.

const fields = (instant: Date, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );

/** An instant as the value of `<input type="datetime-local">`. */
export function toZonedInput(instant: string, timeZone: string): string {
  const { year, month, day, hour, minute } = fields(new Date(instant), timeZone);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** The instant that a field's value means in the zone; undefined when it is not a time. */
export function fromZonedInput(value: string, timeZone: string): string | undefined {
  const wanted = Date.parse(`${value}:00.000Z`);
  if (Number.isNaN(wanted)) return undefined;
  // Two rounds: the first guess may lie on the other side of a change to or from summer time.
  let instant = wanted;
  for (let round = 0; round < 2; round += 1) {
    const shown = Date.parse(`${toZonedInput(new Date(instant).toISOString(), timeZone)}:00.000Z`);
    instant += wanted - shown;
  }
  return new Date(instant).toISOString();
}
