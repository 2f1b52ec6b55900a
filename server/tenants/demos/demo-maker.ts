import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoProgress } from '#contract/organisation/demo.ts'
import type { FeatureServices } from '../../feature.ts'
import { selfTestHeaders } from '../../http/self-test.ts'
import { withoutSecrets } from '../../process/without-secrets.ts'
import { type Listener, ownListener } from '../../status/own-listener.ts'
import { invitationOf } from './demo-invitations.ts'
import { fromMaker } from './demo-messages.ts'
import { finishDemo, noteDemo, removeUnmade } from './demos.sql.ts'

type Services = Pick<FeatureServices, 'config' | 'database' | 'secrets' | 'clock'>
type Log = { error: (context: object, message: string) => void }
type Wanted = { id: string; tenant: string; domain: string; people: number; passwords: readonly string[] }

const PROGRAM = new URL('../../../demo/within.ts', import.meta.url)
const BEAT_MS = 1000
/** Headers are good for a minute. */
const HEADERS_MS = 15_000
/** Several times what 40 people take on two busy cores. */
const MAX_MAKING_MS = 45 * 60_000
const STOP_MS = 5000
/** Behind the requests of people, as `nice` counts. */
const LOW_PRIORITY = 10

type Ending = 'made' | 'unwanted' | 'stopped' | { problem: string }
type Making = { wanted: Wanted; child: ChildProcess; progress: DemoProgress; end: (how: Ending) => void }

/**
 * Makes demo organisations: each by a process of its own that knows no secret of this server, and asks it over a socket like any program. What it gets
 * beyond a browser of a person who was invited are the invitations that no mail brings, of people of its own demo alone.
 */
export class DemoMaker {
  readonly #services: Services
  readonly #log: Log
  readonly #running = new Set<{ end: Making['end']; over: Promise<void> }>()

  constructor(services: Services, log: Log) {
    this.#services = services
    this.#log = log
  }

  /** Returns at once; how far it is stands in the database, where others see it and cancel it. */
  start(wanted: Wanted): void {
    const { promise, resolve: end } = Promise.withResolvers<Ending>()
    const over = this.#make(wanted, { promise, end })
      .catch((error: unknown) => this.#log.error({ err: error }, 'the end of a demo was not noted'))
      .finally(() => this.#running.delete(one))
    const one = { end, over }
    this.#running.add(one)
  }

  /** Removes what is half made: the next server that starts has nothing to look after. */
  async stop(): Promise<void> {
    const all = [...this.#running]
    for (const { end } of all) end('stopped')
    await Promise.race([Promise.all(all.map(({ over }) => over)), sleep(STOP_MS, undefined, { ref: false })])
  }

  async #make(wanted: Wanted, ending: { promise: Promise<Ending>; end: Making['end'] }): Promise<void> {
    const { database, secrets, clock } = this.#services
    const child = startProgram(this.#listener.isTls)
    const progress: DemoProgress = { step: 'people', done: 0, total: wanted.people }
    const making: Making = { wanted, child, progress, end: ending.end }
    child.on(
      'message',
      (message) => void this.#hear(making, message).catch((error: unknown) => this.#fail(making, error)),
    )
    child.on('error', (error) => this.#fail(making, error))
    child.on('exit', () => making.end({ problem: 'Its process ended.' }))
    const late = setTimeout(() => making.end({ problem: 'It took too long.' }), MAX_MAKING_MS)
    const beat = setInterval(() => void this.#beat(making), BEAT_MS)
    // Names one address for all of it: limits hold the process as they hold anybody.
    const mark = selfTestHeaders(secrets.serverSecret, clock)
    const headers = setInterval(() => send(child, { kind: 'headers', headers: mark() }), HEADERS_MS)
    send(child, { kind: 'begin', ...this.#begin(wanted), headers: mark() })
    const how = await ending.promise
    for (const timer of [beat, headers, late]) clearInterval(timer)
    child.kill('SIGKILL')
    if (how === 'unwanted') return
    if (how === 'made' && (await finishDemo(database, wanted.id))) return
    await removeUnmade(database, wanted.id, typeof how === 'string' ? { why: 'stopped' } : { why: 'failed', ...how })
  }

  async #beat(making: Making): Promise<void> {
    try {
      if (!(await noteDemo(this.#services.database, making.wanted.id, making.progress))) making.end('unwanted')
    } catch (error) {
      this.#log.error({ err: error }, 'the progress of a demo was not noted')
    }
  }

  async #hear(making: Making, message: unknown): Promise<void> {
    const said = fromMaker.parse(message)
    switch (said.kind) {
      case 'progress':
        making.progress = said
        return
      case 'invitation': {
        const { email } = said
        const token = await invitationOf(this.#services, making.wanted.id, email)
        send(making.child, { kind: 'invitation', email, token })
        return
      }
      case 'made':
        return making.end('made')
      case 'failed':
        return making.end({ problem: withoutSecrets(said.problem) })
    }
  }

  #fail({ end, wanted }: Making, error: unknown): void {
    this.#log.error({ err: error, demo: wanted.id }, 'a demo could not be made')
    end({ problem: 'The server could not go on.' })
  }

  #begin({ tenant: _tenant, id: _id, ...wanted }: Wanted): object {
    const { host, port, isTls } = this.#listener
    const name = host.includes(':') ? `[${host}]` : host
    const [publishableKey] = this.#services.secrets.publishableKeys
    return { ...wanted, publishableKey, url: `${isTls ? 'https' : 'http'}://${name}:${port}` }
  }

  get #listener(): Listener {
    const { host, port, tls } = this.#services.config
    return ownListener({ address: host, port }, { isTls: Boolean(tls) })
  }
}

/** @param isTls the name on the certificate is the public one, and the program asks its own machine alone */
function startProgram(isTls: boolean): ChildProcess {
  const child = fork(PROGRAM, [], {
    // Nothing of the settings and secrets of this server.
    env: { HOME: os.tmpdir(), ...(isTls && { NODE_TLS_REJECT_UNAUTHORIZED: '0' }) },
    cwd: os.tmpdir(),
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  if (child.pid !== undefined) os.setPriority(child.pid, LOW_PRIORITY)
  return child
}

function send(child: ChildProcess, message: object): void {
  // An error is followed by `exit`, which says the same.
  if (child.connected) child.send(message, () => undefined)
}
