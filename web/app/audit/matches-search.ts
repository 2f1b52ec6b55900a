/** True when every word of `search` is in one of the texts; dots and underscores count as spaces. */
export function matchesSearch(texts: readonly string[], search: string): boolean {
  const words = plain(search).split(' ')
  return texts.map(plain).some((text) => words.every((word) => text.includes(word)))
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[._\s]+/g, ' ')
    .trim()
}
