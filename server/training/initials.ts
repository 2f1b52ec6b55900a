const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first letter of each word, as "A. L."; of an address, only its first letter. */
export function initialsOf(name: string): string {
  const words = name.includes('@') ? [name] : name.split(/\s+/).filter(Boolean)
  return words.map((word) => `${[...graphemes.segment(word)][0]?.segment.toUpperCase() ?? ''}.`).join(' ')
}
