type Group = Record<string, unknown>

/** Puts the words of `over` in the place of those of `base`, group by group. What `over` does not have stays. */
export function layOver(base: object, over: object): void {
  const group = base as Group
  for (const [key, words] of Object.entries(over)) {
    const present = group[key]
    if (isGroup(present) && isGroup(words)) layOver(present, words)
    else group[key] = words
  }
}

/** A list is replaced whole: its entries belong together. */
function isGroup(words: unknown): words is Group {
  return typeof words === 'object' && words !== null && !Array.isArray(words)
}

/** The same words in groups of their own, which `layOver` does not touch. */
export function copyGroups<T extends object>(group: T): T {
  const copy = Object.entries(group).map(([key, words]) => [key, isGroup(words) ? copyGroups(words) : words])
  return Object.fromEntries(copy) as T
}
