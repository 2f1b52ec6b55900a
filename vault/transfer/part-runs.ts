import { partCount } from '#contract/content-layout.ts'

/** Consecutive parts of an upload by their numbers, `last` included. */
export type Run = { first: number; last: number }

/** Parts that the server has already. */
export function presentParts(sizeBytes: number, missing: readonly number[]): number[] {
  const isMissing = new Set(missing)
  return Array.from({ length: partCount(sizeBytes) }, (_, part) => part).filter((part) => !isMissing.has(part))
}

/** The numbers of a run. */
export function partsOf({ first, last }: Run): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** Consecutive parts as runs. */
export function runsOf(parts: number[]): Run[] {
  return divide(parts, 1).flat()
}

/** Cuts the missing parts into one list of consecutive runs for each worker, about equally long. */
export function divide(missing: number[], workers: number): Run[][] {
  const share = Math.max(1, Math.ceil(missing.length / workers))
  return Array.from({ length: workers }, (_, worker) => {
    const runs: Run[] = []
    for (const part of missing.slice(worker * share, (worker + 1) * share)) {
      const open = runs.at(-1)
      if (open && open.last === part - 1) open.last = part
      else runs.push({ first: part, last: part })
    }
    return runs
  })
}
