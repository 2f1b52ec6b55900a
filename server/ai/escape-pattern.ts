/** A text as a part of a regular expression with the flag `u`. */
export const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
