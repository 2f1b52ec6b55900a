import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECK_IDS, type CheckCategory, type CheckId } from '#contract/checks/checks.ts'
import { type ServerParts, startServer, type TestServer } from '../../support/server/test-server.ts'
import { type Breakage, type BrokenFront, type Given, startBrokenFront } from './broken-front.ts'
import { checksOf, type Fault, findings } from './fault.ts'
import { type NamedFault, testTogether } from './fault-groups.ts'

type Change = Fault['breakIt']

/** A server of the tests of one category, a front that answers as it does until something is broken, and ways to break something. */
export type FaultStage = {
  readonly server: TestServer
  readonly front: BrokenFront
  /** The server answers as `breakage` says. */
  answering: (breakage: Breakage) => Change
  /** One address is answered otherwise. */
  at: (address: string, alter: (given: Given) => Given) => Change
  /** The database is changed by a statement, and back by another. */
  changing: (done: string, undone: string) => Change
}

const now: { server?: TestServer | undefined; front?: BrokenFront | undefined } = {}

const started = <T>(one: T | undefined): T => {
  if (one === undefined) throw new Error('the stage begins with the first test')
  return one
}

const answering = (breakage: Breakage) => async () => {
  const mend = started(now.front).breakBy(breakage)
  return async () => mend()
}

/** Where the faults of this process are planted. They name it before it has a server, so that they can be counted without one. */
export const stage: FaultStage = {
  get server() {
    return started(now.server)
  },
  get front() {
    return started(now.front)
  },
  answering,
  at: (address, alter) => answering(async ({ path }, ask) => (path === address ? alter(await ask()) : ask())),
  changing: (done, undone) => async () => {
    await started(now.server).database.owner(done)
    return async () => void (await started(now.server).database.owner(undone))
  },
}

/**
 * Gives the stage a server for the tests of a file.
 * @param prepare before the front is started; its settings are read then as well, so they may come from what an earlier hook began
 */
export function useFaultStage(
  settings: () => Record<string, string> = () => ({}),
  prepare: (server: TestServer) => Promise<unknown> = async () => undefined,
  parts: Partial<ServerParts> = {},
): void {
  beforeAll(async () => {
    now.server = await startServer(settings(), parts)
    await prepare(now.server)
    now.front = await startBrokenFront(now.server.services)
  }, 120_000)
  afterAll(async () => {
    await now.front?.stop()
    await now.server?.stop()
    now.front = undefined
    now.server = undefined
  })
}

/** Alters the text of an answer. */
export const text = (alter: (html: string) => string) => (given: Given) => ({
  ...given,
  body: Buffer.from(alter(given.body.toString())),
})

/** Faults of a category, by the check that finds them: several where it looks at several things. */
export type Faults = Partial<Record<CheckId, Fault | readonly Fault[]>>

/** Faults of one check. */
export const faultsFor = (faults: Faults, id: CheckId): NamedFault[] =>
  [faults[id] ?? []].flat().map((fault) => ({ id, ...fault }))

/** Every check of the category passes on a whole server, but for what is skipped there, and each fault turns its check red. */
export function testFaults(
  category: CheckCategory,
  faults: Faults,
  skipped: Partial<Record<CheckId, string>> = {},
): void {
  test('a whole server fails none of them', async () => {
    const found = await findings(stage.front.services, checksOf(category))
    const others = Object.entries(found).filter(([, { status }]) => status !== 'passed')
    expect(Object.fromEntries(others.map(([id, { error, reason }]) => [id, error ?? reason]))).toEqual(skipped)
  })

  testTogether(
    () => stage.front.services,
    CHECK_IDS.flatMap((id) => faultsFor(faults, id)),
  )
}
