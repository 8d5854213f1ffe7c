// JSON as Meta writes it into webhooks: nothing but ASCII, other characters as lowercase \uXXXX. The signature is over
// these bytes, so a receiver that parses and writes the JSON again before checking fails here as it would there.

const escapes: string[] = [];

export function asciiJson(value: unknown, escapeSlashes: boolean): string {
  const json = JSON.stringify(value).replace(/[\u007f-\uffff]+/g, escapeRun);
  return escapeSlashes ? json.replaceAll('/', '\\/') : json;
}

/** Runs instead of single characters, and each escape written once: Arabic text is nothing but these. */
function escapeRun(run: string): string {
  let escaped = '';
  for (let index = 0; index < run.length; index += 1) {
    const unit = run.charCodeAt(index);
    escapes[unit] ??= `\\u${unit.toString(16).padStart(4, '0')}`;
    escaped += escapes[unit];
  }
  return escaped;
}
