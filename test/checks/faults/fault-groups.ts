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

function place(faults: readonly NamedFault[]): { size: number; placed: readonly Placed[] } {
  const { size, sets } = incomparableSets(faults.length)
  const placed: Placed[] = []
  for (const fault of faults) {
    const at = sets.findIndex((one) => hiddenOf([...placed, { fault, in: one }]).length === 0)
    const [chosen = []] = sets.splice(Math.max(0, at), 1)
    placed.push({ fault, in: chosen })
  }
  return { size, placed }
}

/** At least `count` sets of numbers below `size`, none of which is part of another one: each has as many numbers as the others. */
function incomparableSets(count: number): { size: number; sets: number[][] } {
  for (let size = 1; ; size++) {
    const sets = choicesOf(size, size >> 1)
    if (sets.length >= count) return { size, sets }
  }
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
