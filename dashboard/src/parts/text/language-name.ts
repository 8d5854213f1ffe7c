// What a language is called in the language of the reader: "Arabic" of ar, "American English" of en_US, as WhatsApp writes it.

export function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag.replaceAll('_', '-')) ?? tag;
  } catch {
    // Not every tag that the gateway takes is known to the browser.
    return tag;
  }
}
