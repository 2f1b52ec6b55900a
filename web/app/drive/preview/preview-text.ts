/** How much of a text is shown. */
export const SHOWN_TEXT_BYTES = 1 << 20

/** @param isGuessed the file does not say its encoding, and it is not UTF-8: letters beyond ASCII may be others. */
export type DecodedText = { text: string; isGuessed: boolean }

/**
 * Reads the beginning of a file as text; null when it is none. What is not UTF-8 is read as
 * Windows-1252, the most common of the older encodings.
 *
 * @param isCut the file is longer: a character that is cut at the end is left out.
 */
export function decodeText(bytes: Uint8Array, isCut: boolean): DecodedText | null {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  const text = decodeAs(marked, bytes, isCut)
  if (text !== null) return text.includes('\0') ? null : { text, isGuessed: false }
  const guessed = decodeAs('windows-1252', bytes, isCut) ?? ''
  return guessed.includes('\0') ? null : { text: guessed, isGuessed: true }
}

/** @returns null for bytes that the encoding does not have. */
function decodeAs(encoding: string, bytes: Uint8Array, isCut: boolean): string | null {
  try {
    // Streaming keeps back what a whole character is missing for.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    // Fatal decoders throw a TypeError and nothing else.
    return null
  }
}
