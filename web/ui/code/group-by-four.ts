/** Splits a fingerprint into groups of four, so that two people can compare it aloud. */
export function groupByFour(text: string): string {
  return text.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
