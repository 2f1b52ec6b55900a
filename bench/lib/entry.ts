import type { Measured } from './rounds.ts'

/** What every entry gets from `main.ts`. */
export type BenchContext = {
  /** A smoke run: small files, two rounds. Its figures mean nothing. */
  isQuick: boolean
  /** A folder of this run on disk, removed at the end. */
  folder: string
}

/** One aim of the design and what was measured. */
export type Aim = {
  what: string
  /** Undefined when a contender it needs was absent or broken. */
  got: number | undefined
  reachable: number
  ambitious: number
  /** The smaller, the better: milliseconds, megabytes. */
  isUpperBound?: boolean
  unit?: string
}

/** One table of results: rows are contenders, the ratio columns divide medians of the first metric. */
export type Table = {
  caption: string
  measured: Measured[]
  /** Names of the contenders that the ratio columns divide by. */
  ratioTo: string[]
}

/** What an entry found out. */
export type Section = { tables: Table[]; aims: Aim[]; notes: string[] }

/** One workload of the suite. */
export type Entry = {
  /** `b01-seal`. */
  name: string
  /** What is measured, in one line. */
  title: string
  /** What keeps us from being faster, as far as it was found by measuring. */
  holdsBack: string
  /** Why it cannot run here, such as "no model"; then it is skipped and says so. Undefined: it can. */
  skips?: () => string | undefined
  run: (context: BenchContext) => Promise<Section>
}
