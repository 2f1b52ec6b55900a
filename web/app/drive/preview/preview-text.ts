/** How much of a text is shown. */
export const SHOWN_TEXT_BYTES = 1 << 20

/** Reads the beginning of a file as text; null when it is none. A character that is cut at the end is left out. */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  // Streaming keeps back what a whole character is missing for.
  const text = new TextDecoder(encoding).decode(bytes, { stream: true })
  return text.includes('\0') ? null : text
}
