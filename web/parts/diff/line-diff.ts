export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string }

/** So many changed lines make a comparison by pieces that says nothing: then all of it counts as replaced. */
const MOST_CHANGES = 500

/** What makes `after` of `before`, by line, with as few changes as can be (Myers 1986, "An O(ND) difference algorithm"). */
export function diffLines(before: string, after: string): DiffLine[] {
  const [from, to] = [linesOf(before), linesOf(after)]
  let head = 0
  while (head < from.length && head < to.length && from[head] === to[head]) head += 1
  let tail = 0
  while (tail < Math.min(from.length, to.length) - head && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }))
  return [
    ...same(from.slice(0, head)),
    ...changesOf(from.slice(head, from.length - tail), to.slice(head, to.length - tail)),
    ...same(from.slice(from.length - tail)),
  ]
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

function changesOf(from: readonly string[], to: readonly string[]): DiffLine[] {
  const trace = traceOf(from, to)
  if (trace) return walkBack(from, to, trace)
  return [
    ...from.map((text): DiffLine => ({ kind: 'removed', text })),
    ...to.map((text): DiffLine => ({ kind: 'added', text })),
  ]
}

/** For each number of changes, how far each diagonal came; undefined where there are too many. */
function traceOf(from: readonly string[], to: readonly string[]): Map<number, number>[] | undefined {
  const trace: Map<number, number>[] = []
  let reached = new Map([[1, 0]])
  for (let changes = 0; changes <= Math.min(MOST_CHANGES, from.length + to.length); changes += 1) {
    trace.push(reached)
    reached = new Map(reached)
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = isDown(reached, diagonal, changes) ? at(reached, diagonal + 1) : at(reached, diagonal - 1) + 1
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x += 1
      reached.set(diagonal, x)
      if (x >= from.length && x - diagonal >= to.length) return trace
    }
  }
  return undefined
}

function walkBack(from: readonly string[], to: readonly string[], trace: readonly Map<number, number>[]): DiffLine[] {
  const lines: DiffLine[] = []
  let [x, y] = [from.length, to.length]
  for (let changes = trace.length - 1; changes >= 0; changes -= 1) {
    const reached = trace[changes] ?? new Map<number, number>()
    const diagonal = x - y
    const before = isDown(reached, diagonal, changes) ? diagonal + 1 : diagonal - 1
    const [startX, startY] = [at(reached, before), at(reached, before) - before]
    while (x > startX && y > startY && x > 0 && y > 0) {
      lines.push({ kind: 'same', text: from[x - 1] ?? '' })
      x -= 1
      y -= 1
    }
    if (changes === 0) break
    if (x === startX) lines.push({ kind: 'added', text: to[y - 1] ?? '' })
    else lines.push({ kind: 'removed', text: from[x - 1] ?? '' })
    ;[x, y] = [startX, startY]
  }
  return lines.toReversed()
}

const at = (reached: ReadonlyMap<number, number>, diagonal: number): number => reached.get(diagonal) ?? -1

const isDown = (reached: ReadonlyMap<number, number>, diagonal: number, changes: number): boolean =>
  diagonal === -changes || (diagonal !== changes && at(reached, diagonal - 1) < at(reached, diagonal + 1))

export type DiffPart = { kind: 'lines'; lines: DiffLine[] } | { kind: 'skipped'; count: number }

/** Changed lines with a few around them; the number of the others. */
export function partsOf(lines: readonly DiffLine[], around = 3): DiffPart[] {
  const isNear = lines.map(() => false)
  lines.forEach(({ kind }, place) => {
    if (kind !== 'same') isNear.fill(true, Math.max(0, place - around), place + around + 1)
  })
  const parts: DiffPart[] = []
  lines.forEach((line, place) => {
    const last = parts.at(-1)
    if (isNear[place]) {
      if (last?.kind === 'lines') last.lines.push(line)
      else parts.push({ kind: 'lines', lines: [line] })
    } else if (last?.kind === 'skipped') last.count += 1
    else parts.push({ kind: 'skipped', count: 1 })
  })
  return parts
}
