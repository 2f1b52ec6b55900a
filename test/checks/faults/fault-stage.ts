import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECK_IDS, type CheckCategory, type CheckId } from '#contract/checks/checks.ts'
import { type ServerParts, startServer, type TestServer } from '../../support/server/test-server.ts'
import { type Breakage, type BrokenFront, type Given, startBrokenFront } from './broken-front.ts'
import { checksOf, type Fault, findings } from './fault.ts'
import { testTogether } from './fault-groups.ts'

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

/** @param prepare before the front is started; its settings are read then as well, so they may come from what an earlier hook began */
export function useFaultStage(
  settings: () => Record<string, string> = () => ({}),
  prepare: (server: TestServer) => Promise<unknown> = async () => undefined,
  parts: Partial<ServerParts> = {},
): FaultStage {
  let server: TestServer | undefined
  let front: BrokenFront | undefined
  beforeAll(async () => {
    server = await startServer(settings(), parts)
    await prepare(server)
    front = await startBrokenFront(server.services)
  })
  afterAll(async () => {
    await front?.stop()
    await server?.stop()
  })
  const started = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('the stage begins with the first test')
    return one
  }
  const answering = (breakage: Breakage) => async () => {
    const mend = started(front).breakBy(breakage)
    return async () => mend()
  }
  return {
    get server() {
      return started(server)
    },
    get front() {
      return started(front)
    },
    answering,
    at: (address, alter) => answering(async ({ path }, ask) => (path === address ? alter(await ask()) : ask())),
    changing: (done, undone) => async () => {
      await started(server).database.owner(done)
      return async () => void (await started(server).database.owner(undone))
    },
  }
}

/** Alters the text of an answer. */
export const text = (alter: (html: string) => string) => (given: Given) => ({
  ...given,
  body: Buffer.from(alter(given.body.toString())),
})

type Faults = Partial<Record<CheckId, Fault>>

/** Every check of the category passes on a whole server, but for what is skipped there, and each fault turns its check red. */
export function testFaults(
  stage: FaultStage,
  category: CheckCategory,
  faults: Faults,
  skipped: Partial<Record<CheckId, string>> = {},
): void {
  test('a whole server fails none of them', async () => {
    const found = await findings(stage.front.services, checksOf(category))
    const others = Object.entries(found).filter(([, { status }]) => status !== 'passed')
    expect(Object.fromEntries(others.map(([id, { error, reason }]) => [id, error ?? reason]))).toEqual(skipped)
  })

  const all = CHECK_IDS.flatMap((id) => (faults[id] ? [{ id, ...faults[id] }] : []))
  testTogether(() => stage.front.services, all)
}
