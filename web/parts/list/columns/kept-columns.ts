/** Returns the ids of columns that are left out; none where nothing is kept, or nothing can be read. */
export function hiddenOf(key: string): ReadonlySet<string> {
  try {
    return new Set((localStorage.getItem(key) ?? '').split(',').filter(Boolean))
  } catch {
    return new Set()
  }
}

/** Keeps them in this browser; what cannot be kept lasts as long as the page. */
export function writeHidden(key: string, ids: ReadonlySet<string>): void {
  try {
    if (ids.size === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, [...ids].join(','))
  } catch {
    // Storage is full or forbidden.
  }
}
