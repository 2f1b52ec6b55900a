import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { findProxy, type ProxyName } from '../../scripts/proxies.mjs'
import { environmentOf, startS3 } from '../support/counterparts/s3-server.ts'
import { addressOf } from '../support/server/plain-node.ts'
import { freePort, ROOT, type ServerProcess, startProcess } from '../support/server/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/server/test-database.ts'
import { shortLivedFolder } from '../support/short-lived.ts'
import { balancerConfigs } from './balancer-configs.ts'
import { type Relay, startRelay } from './relay.ts'

const PROXY_STARTS_MS = 30_000

/** Nodes of one server behind HAProxy, over one database and one bucket; nothing else is shared. */
export type Cluster = {
  /** Of the balancer. */
  url: string
  db: TestDatabase
  nodes: Node[]
}

export type Node = {
  url: string
  /** Lets it do nothing, as a machine that hangs: its connections stay open. */
  freeze: () => void
  thaw: () => void
  /** Ends it as a crash does, and starts it again on its disk; resolves when it serves. */
  killAndStart: () => Promise<void>
  /** Ends it as an operator does, and starts it again. @returns how it ended. */
  stopAndStart: () => Promise<number | null>
}

/** What lies between a node and others. */
type Lines = { people: Relay; database: Relay; bucket: Relay }
/** A cluster whose nodes are reached, and reach others, through lines that can fall silent. */
export type RelayedCluster = { url: string; nodes: (Node & { lines: Lines })[] }

export const balancer = findProxy('haproxy')

const usual = { MAILER_AUTOCONFIRM: 'true', LOG_LEVEL: 'fatal' }

function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-cluster-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A server by itself: its own database and its content below one folder. It ends with the test. */
export function startSingle(folder = makeFolder(), settings: Record<string, string> = {}): Promise<Node> {
  return startNode({ ...usual, DATA_DIR: path.join(folder, 'data'), ...settings })
}

/** It ends with the test. @param settings of every node, beside the usual ones. */
export async function startCluster(count: number, settings: Record<string, string> = {}): Promise<Cluster> {
  const shared = await startShared(settings)
  const nodes: Node[] = []
  for (let index = 0; index < count; index++)
    nodes.push(await startNode({ ...shared.environment, DATA_DIR: path.join(shared.folder, `node-${index}`) }))
  await startBalancer(shared, nodes.map(portOf))
  return { url: shared.url, db: shared.db, nodes }
}

/** The same with a line of its own between each node and the balancer, the database and the bucket. */
export async function startRelayedCluster(count: number, proxy: ProxyName = 'haproxy'): Promise<RelayedCluster> {
  const shared = await startShared()
  const { environment } = shared
  const nodes: RelayedCluster['nodes'] = []
  for (let index = 0; index < count; index++) {
    const socket = path.join(shared.db.connection.host ?? '', '.s.PGSQL.5432')
    const [database, bucket] = [await startRelay({ path: socket }), await startRelay({ port: portOf(shared.s3) })]
    const node = await startNode({
      ...environment,
      DATA_DIR: path.join(shared.folder, `node-${index}`),
      DATABASE_URL: `postgresql://${shared.db.connection.user}@127.0.0.1:${database.port}/${shared.db.connection.database}`,
      S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
    })
    nodes.push({ ...node, lines: { people: await startRelay({ port: portOf(node) }), database, bucket } })
  }
  await startBalancer(
    shared,
    nodes.map(({ lines }) => lines.people.port),
    proxy,
  )
  return { url: shared.url, nodes }
}

const portOf = ({ url }: { url: string }): number => Number(new URL(url).port)

/** What all nodes have in common. */
type Shared = {
  url: string
  db: TestDatabase
  s3: { url: string }
  folder: string
  environment: Record<string, string>
}

async function startShared(settings: Record<string, string> = {}): Promise<Shared> {
  const db = await createTestDatabase()
  onTestFinished(() => db.drop())
  const s3 = await startS3()
  onTestFinished(() => s3.stop())
  const url = `http://127.0.0.1:${await freePort()}`
  const environment = {
    DATABASE_URL: addressOf(db.connection),
    ...environmentOf(s3.settings),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: url,
    TRUST_PROXY: 'true',
    ...usual,
    ...settings,
  }
  return { url, db, s3: { url: s3.settings.endpoint ?? '' }, folder: makeFolder(), environment }
}

async function startNode(environment: Record<string, string>): Promise<Node> {
  const port = await freePort()
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', 'server/main.ts']
  const start = async (): Promise<ServerProcess> => {
    const started = startProcess({ cwd: ROOT, command, port, environment })
    await started.ready()
    return started
  }
  let running = await start()
  const kill = async (): Promise<void> => {
    try {
      // With everything that it started.
      running.signalGroup('SIGKILL')
    } catch {
      // It had ended by itself.
    }
    await running.ended
  }
  onTestFinished(kill)
  return {
    url: running.url,
    freeze: () => running.kill('SIGSTOP'),
    thaw: () => running.kill('SIGCONT'),
    async killAndStart() {
      await kill()
      running = await start()
    },
    async stopAndStart() {
      running.kill('SIGTERM')
      const code = await running.ended
      running = await start()
      return code
    },
  }
}

/** By the example that comes with the product, without TLS. */
async function startBalancer(
  { url, folder }: Shared,
  ports: readonly number[],
  name: ProxyName = 'haproxy',
): Promise<void> {
  const program = findProxy(name)
  if (!program) throw new Error(`there is no ${name}`)
  const words = balancerConfigs[name]({
    folder,
    port: portOf({ url }),
    servers: ports.map((one) => `127.0.0.1:${one}`),
  })
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, LD_LIBRARY_PATH: program.libraries }
  const proxy: ChildProcess = spawn(program.command, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  proxy.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  onTestFinished(async () => {
    if (proxy.exitCode === null && proxy.kill('SIGTERM')) await once(proxy, 'exit')
  })
  const isUp = () =>
    fetch(`${url}/livez`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const until = Date.now() + PROXY_STARTS_MS; !(await isUp()); await sleep(50))
    if (Date.now() > until || proxy.exitCode !== null) throw new Error(`${name} did not start:\n${log}`)
}
