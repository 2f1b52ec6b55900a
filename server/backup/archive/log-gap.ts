import { isSegment } from './archive-names.ts'

/** Pieces of 16 MiB in each 4 GiB: the last eight digits of a name count up to it. */
const PER_LOG = 256

/** Pieces that are missing between others, by their names. */
export type Gap = { first: string; last: string }

/**
 * PostgreSQL takes the first piece that is missing for the end of the log, and recovers without a word what came before.
 *
 * @param names of pieces, in any order.
 * @param first that recovery begins with.
 * @returns those that recovery can read, in order, and what is missing behind them, where others come after it.
 */
export function findGap(names: readonly string[], first: string): { readable: string[]; gap: Gap | undefined } {
  const sorted = names.filter((name) => name >= first || name.endsWith('.history')).toSorted()
  let [timeline, next] = placeOf(first)
  for (const name of sorted.filter(isSegment)) {
    const [of, at] = placeOf(name)
    // A timeline begins with a copy of the piece in which it left the one before.
    if (of === timeline ? at !== next : at > next || at < placeOf(first)[1])
      return {
        readable: sorted.filter((one) => one < name || one.endsWith('.history')),
        gap: { first: nameOf(timeline, next), last: nameOf(timeline, Math.max(next, at - 1)) },
      }
    timeline = of
    next = at + 1
  }
  return { readable: sorted, gap: undefined }
}

/** Its timeline, and the how-manieth piece of the log it is. */
function placeOf(name: string): [timeline: string, at: number] {
  const [timeline, log, piece] = [name.slice(0, 8), name.slice(8, 16), name.slice(16, 24)]
  return [timeline, Number.parseInt(log, 16) * PER_LOG + Number.parseInt(piece, 16)]
}

function nameOf(timeline: string, at: number): string {
  const part = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')
  return timeline + part(Math.floor(at / PER_LOG)) + part(at % PER_LOG)
}
