/** Quotation marks and apostrophes as they are printed. A mark opens at the start and after a space or bracket, otherwise it closes. */
export function typographic(text: string): string {
  return text
    .replaceAll(/(^|[\s(])"/g, '$1“')
    .replaceAll('"', '”')
    .replaceAll("'", '’')
}
