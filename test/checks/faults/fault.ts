import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { CHECKS, type CheckId } from '#contract/checks/checks.ts'
import { ALL_CHECKS } from '#server/checks/all-checks.ts'
import type { CheckServices } from '#server/checks/check.ts'
import { makeRun } from '#server/checks/comprehensive-test.ts'
import { insertRun } from '#server/checks/runs.sql.ts'

/** The machine has other work beside the tests. */
const PATIENCE = 100

type Found = Record<string, { status: string; error: string | null; reason: string | null }>

/** What some checks find, in a run like any other. */
export async function findings(services: CheckServices, ids: readonly CheckId[], patience = PATIENCE): Promise<Found> {
  const { database } = services
  const run = await database.asOwner((db) =>
    insertRun(db, {
      cause: 'command',
      userId: null,
      build: randomUUID(),
      version: '0',
      total: ids.length,
      categories: null,
    }),
  )
  if (run === undefined) throw new Error('another run is under way')
  await makeRun(services, run, { checks: ALL_CHECKS.filter(([id]) => ids.includes(id)), patience })
  const { rows } = await database.owner<Found[string] & { id: string }>(
    'select check_id as id, status, error, reason from checks.results where run_id = $1 order by check_id',
    [run],
  )
  return Object.fromEntries(rows.map(({ id, ...found }) => [id, found]))
}

/** Every check of one category. */
export const checksOf = (category: string): CheckId[] =>
  ALL_CHECKS.map(([id]) => id).filter((id) => CHECKS[id].category === category)

export type Fault = {
  /** What is broken, in words: the name of its test. */
  what: string
  /** @returns what mends it. */
  breakIt: () => Promise<() => Promise<unknown>>
  /** What the check says of it. */
  says: RegExp
  /** Other checks of the category that rightly find it as well. */
  also?: readonly CheckId[]
  /** The fault is one of time: no other check is made, and this one as impatiently as on a real server. */
  isOfTime?: boolean
}

/**
 * Breaks something, and expects that of the checks of its category exactly this one and those beside it find it. What the whole server did
 * not fail before is compared with, so a check that is skipped there is skipped here.
 */
export async function expectRed(
  services: CheckServices,
  id: CheckId,
  { breakIt, says, also = [], isOfTime = false }: Fault,
): Promise<void> {
  const mend = await breakIt()
  try {
    const found = isOfTime ? await findings(services, [id], 1) : await findings(services, checksOf(CHECKS[id].category))
    const red = Object.entries(found).filter(([, { status }]) => status === 'failed')
    const expected = red.filter(([one]) => one === id || also.some((other) => other === one))
    expect(Object.fromEntries(red)).toEqual(Object.fromEntries(expected))
    expect(expected).toHaveLength(1 + also.length)
    expect(found[id]?.error).toMatch(says)
  } finally {
    await mend()
  }
}
