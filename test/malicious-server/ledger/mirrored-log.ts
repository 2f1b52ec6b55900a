import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createFolder } from '#vault/folders/folders.ts'
import { CommandLine } from '../../support/command-line.ts'
import { growLedger } from '../../support/grow-ledger.ts'
import { type OwnMirror, startOwnMirror } from '../../support/own-mirror.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { type Attacked, stageAttacked } from '../attacked.ts'
import { startTamperingProxy, type TamperingProxy } from '../tampering-proxy.ts'

const silent = { warn: () => undefined, error: () => undefined }

export let own: OwnMirror
export let attacked: Attacked
export let computer: CommandLine
/** Before the mirror: its operator may lie as well. */
export let before: TamperingProxy
/** That of the log, as the server names its keys. */
export let policy: string
let ada: VaultPerson

/** A server behind a proxy, and behind another one a mirror that keeps its log. @param events that happen before the first test */
export function stageMirroredLog(events: number): void {
  beforeAll(async () => {
    own = await startOwnMirror()
  })
  attacked = stageAttacked(() => ({ LEDGER_MIRRORS: `${own.line}\nquorum M` }))
  beforeAll(async () => {
    before = await startTamperingProxy(own.url.slice(0, -1))
    ada = await attacked.person()
    await attacked.server.ledger.anchorAll()
    policy = await (await attacked.server.fetch('/audit/v1/policy')).text()
    await own.watch(policy)
    for (let i = 0; i < events; i++) await happen()
  })
  beforeEach(() => {
    computer = new CommandLine()
  })
  afterEach(() => {
    before.honest()
    computer.remove()
  })
  afterAll(async () => {
    await before.stop()
    own.stop()
  })
}

/** Something that the log keeps, and the mirror too. */
export async function happen(): Promise<void> {
  await createFolder(ada.api, ada.vault, { parentId: null, name: 'folder' })
  const { ledger } = attacked.server
  await growLedger(ledger)
  await ledger.askWitnesses(silent)
}

export const origin = (): string => /^log ([^+]+)\+/.exec(policy)?.[1] ?? ''
export const checkpoint = async (): Promise<string> =>
  (await attacked.server.fetch('/audit/v1/logs/anchor/checkpoint')).text()
export const size = async (): Promise<number> => Number((await checkpoint()).split('\n')[1])

/** What the command says of the server beside the copy. */
export const compare = (more: string[] = []) =>
  computer.run(['verify-log', attacked.proxy.url, '--compare', before.url, ...more])
export const policyFile = (text = policy): string => computer.makeFile('policy.txt', Buffer.from(text))
