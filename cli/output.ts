import { stripVTControlCharacters } from 'node:util'

/** Where results, progress and problems of one command go. */
export type Output = {
  /** One JSON value as the whole result with `--json`, otherwise the lines. */
  result: (value: unknown, lines: readonly string[]) => void
  /** What a person may like to know meanwhile; to standard error, not with `--json` or `--quiet`. */
  note: (text: string) => void
  /** A line that replaces itself on a terminal. */
  progress: (text: string) => void
}

export function createOutput({ isJson, isQuiet }: { isJson: boolean; isQuiet: boolean }): Output {
  const isShown = !isJson && !isQuiet
  let hasProgress = false
  const clear = (): void => {
    if (hasProgress) process.stderr.write('\r\u001b[2K')
    hasProgress = false
  }
  return {
    result(value, lines) {
      clear()
      if (isJson) process.stdout.write(`${JSON.stringify(value)}\n`)
      else for (const line of lines) process.stdout.write(`${line}\n`)
    },
    note(text) {
      clear()
      if (isShown) process.stderr.write(`${text}\n`)
    },
    progress(text) {
      if (!isShown || !process.stderr.isTTY) return
      clear()
      process.stderr.write(text)
      hasProgress = true
    },
  }
}

/** A name as a terminal may show it: without control characters, which could move the cursor or change its title. */
export function printable(name: string): string {
  return stripVTControlCharacters(name).replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '\u{fffd}')
}

/** Columns padded to the widest cell; numbers to the right. */
export function table(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, String(cell).length)))
  return rows.map((row) =>
    row
      .map((cell, at) => {
        const width = widths[at] ?? 0
        return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd(),
  )
}
