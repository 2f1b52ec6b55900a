import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { PoolConfig } from 'pg'
import { onTestFinished } from 'vitest'
import { shortLivedFolder } from '../short-lived.ts'
import { freePort, ROOT, type ServerProcess, startProcess } from './server-process.ts'

export type PlainNode = {
  url: string
  process: ServerProcess
  dataDir: string
  /** What it was started with, for commands. */
  environment: Record<string, string>
  stop: () => Promise<void>
}

/** Address of a database of the tests, as an operator would write it. */
export function addressOf({ user = 'postgres', host = '', database = '' }: PoolConfig): string {
  const url = new URL(`postgresql://${user}@localhost/${database}`)
  url.searchParams.set('host', host)
  return url.href
}

/** A server of a database that is there, in a folder of its own that is empty. It ends with the test. @throws with its output. */
export async function startPlainNode(
  { connection }: { connection: PoolConfig },
  settings: Record<string, string> = {},
): Promise<PlainNode> {
  const dataDir = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-node-'))
  const environment = { DATABASE_URL: addressOf(connection), DATA_DIR: dataDir, LOG_LEVEL: 'error', ...settings }
  const port = await freePort()
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', 'server/main.ts']
  const server = startProcess({ cwd: ROOT, command, port, environment })
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM')
    await server.ended
    fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  onTestFinished(stop)
  await server.ready()
  return { url: `http://127.0.0.1:${port}`, process: server, dataDir, environment, stop }
}

/** Runs a command of the operator to its end. */
export function runCommand(
  name: string,
  words: string[],
  environment: Record<string, string>,
  input = '',
): { status: number | null; said: string } {
  const program = ['--disable-warning=ExperimentalWarning', `server/commands/${name}.ts`, ...words]
  const env = { ...process.env, ...environment }
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: ROOT, env, input, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}
