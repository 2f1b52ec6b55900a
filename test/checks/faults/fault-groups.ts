import { expect, test } from 'vitest'
import { CHECKS, type CheckId } from '#contract/checks/checks.ts'
import type { CheckServices } from '#server/checks/check.ts'
import { checksOf, type Fault, findings } from './fault.ts'

export type NamedFault = Fault & { id: CheckId }

/** A fault, and the numbers of the runs in which it is there. */
type Placed = { fault: NamedFault; in: readonly number[] }

/**
 * Faults in few runs of their category, each with several of them. For every two faults some run has the first without the second: that a
 * fault turns its own check red and no other is shown as it would be by a run for each, which takes three times as long.
 * @param checks that are made; without them, all of the category
 */
export function testTogether(
  services: () => CheckServices,
  faults: readonly NamedFault[],
  checks: readonly CheckId[] = checksOf(CHECKS[faults[0]?.id ?? 'NAV-01'].category),
): void {
  const { size, placed } = place(faults)
  const runs = Array.from({ length: size }, (_, run) => faultsOf(placed, run))
  test.each(runs.map((some) => ({ some, ids: some.map(({ id }) => id).join(', ') })))(
    'broken together, these turn red and no other: $ids',
    async ({ some }) => expectRedTogether(services(), some, checks),
  )

  test('every fault is there once without another one that its check finds as well', () => {
    expect(hiddenOf(placed).map(({ fault: { id, what } }) => `${id}: ${what}`)).toEqual([])
  })
}

/** Maximum number of runs that are thought of. A check with many faults needs one for each of them. */
const MAX_RUNS = 24

/** In as few runs as hide no fault. */
function place(faults: readonly NamedFault[]): { size: number; placed: readonly Placed[] } {
  for (let size = 1; size <= MAX_RUNS; size++) {
    for (let each = size >> 1; each > 0; each--) {
      const sets = choicesOf(size, each)
      const placed = sets.length < faults.length ? undefined : placeInto(sets, faults)
      if (placed) return { size, placed }
    }
  }
  return { size: 1, placed: faults.map((fault) => ({ fault, in: [0] })) }
}

/** @param sets of numbers of runs, none part of another one: each has as many as the others. @returns undefined where a fault would be hidden */
function placeInto(sets: number[][], faults: readonly NamedFault[]): Placed[] | undefined {
  const placed: Placed[] = []
  for (const fault of faults) {
    const at = sets.findIndex((one) => hiddenOf([...placed, { fault, in: one }]).length === 0)
    if (at === -1) return undefined
    placed.push({ fault, in: sets.splice(at, 1)[0] ?? [] })
  }
  return placed
}

function choicesOf(size: number, chosen: number, from = 0): number[][] {
  if (chosen === 0) return [[]]
  return Array.from({ length: Math.max(0, size - from) }, (_, at) => from + at).flatMap((first) =>
    choicesOf(size, chosen - 1, first + 1).map((rest) => [first, ...rest]),
  )
}

const faultsOf = (placed: readonly Placed[], run: number): NamedFault[] =>
  placed.filter(({ in: runs }) => runs.includes(run)).map(({ fault }) => fault)

/** What in each of its runs comes with another fault that its check finds. */
const hiddenOf = (placed: readonly Placed[]): Placed[] =>
  placed.filter(({ fault, in: runs }) => runs.every((run) => isCovered(fault, faultsOf(placed, run))))

/** The check of `fault` may say what another fault did. */
const isCovered = (fault: NamedFault, some: readonly NamedFault[]): boolean =>
  some.some((other) => other !== fault && [other.id, ...(other.also ?? [])].includes(fault.id))

async function expectRedTogether(
  services: CheckServices,
  some: readonly NamedFault[],
  checks: readonly CheckId[],
): Promise<void> {
  const mends: (() => Promise<unknown>)[] = []
  try {
    for (const { breakIt } of some) mends.unshift(await breakIt())
    const found = await findings(services, checks)
    const red = Object.entries(found).filter(([, { status }]) => status === 'failed')
    const expected = new Set<string>(some.flatMap(({ id, also = [] }) => [id, ...also]))
    expect(Object.fromEntries(red.filter(([id]) => !expected.has(id)))).toEqual({})
    expect(red.map(([id]) => id)).toEqual([...expected].toSorted())
    for (const fault of some) {
      if (!isCovered(fault, some)) expect(found[fault.id]?.error, fault.what).toMatch(fault.says)
    }
  } finally {
    for (const mend of mends) await mend()
  }
}
