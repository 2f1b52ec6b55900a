import { expect } from 'vitest'
import { type Aging, ageRows } from '../support/server/age-rows.ts'
import type { TestServer } from '../support/server/test-server.ts'

const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Something with an end, and its one use. */
export type Subject = {
  /** What gets older; `clock` where the server's own time decides. */
  ages: Aging | 'clock'
  /** @returns `works` of the rule, or the code of the refusal. */
  use: () => Promise<string | undefined>
}

export type Rule = {
  name: string
  /** In seconds. */
  lasts: number
  /** How close to the end it is tried; more than a busy machine takes for the use. Seconds. */
  margin?: number
  /** What using it answers in time; `ok` when left out. */
  works?: string
  /** What using it answers afterwards. */
  refused: string
  make: () => Promise<Subject>
}

/** Uses one subject shortly before its end and another one shortly after. */
export async function followRule(server: TestServer, rule: Rule): Promise<void> {
  const { lasts, margin = 30, works = 'ok', refused } = rule
  expect(await useAfter(server, rule, lasts - margin), 'in time').toBe(works)
  expect(await useAfter(server, rule, lasts + margin), 'too late').toBe(refused)
}

async function useAfter(server: TestServer, { make }: Rule, seconds: number): Promise<string | undefined> {
  // The clock stands still while a subject of it is made and used.
  server.clock.stop()
  try {
    const { ages, use } = await make()
    if (ages === 'clock') {
      server.clock.advance(seconds)
      return await use()
    }
    server.clock.reset()
    await ageRows(server.database, ages, `${seconds} seconds`)
    return await use()
  } finally {
    server.clock.reset()
  }
}

/** The code of a refusal of auth-js, `ok` without one. */
export const codeOf = ({ error }: { error: { code?: string | undefined } | null }): string | undefined =>
  error ? error.code : 'ok'

/** The code of a refusal over HTTP, `ok` without one. */
export async function codeOfAnswer(answer: Response): Promise<string | undefined> {
  if (answer.ok) return 'ok'
  const text = await answer.text()
  return text ? ((JSON.parse(text) as { code?: string }).code ?? String(answer.status)) : String(answer.status)
}

/** The code of a refusal of the vault library, `ok` without one. */
export async function codeOfVault(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return 'ok'
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
    throw error
  }
}
