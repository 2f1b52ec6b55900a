import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { parsePolicy, type Policy } from '#ledger/notes/policy.ts'
import { formatVerifierKey, type VerifierKey } from '#ledger/notes/verifier-key.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { readPolicyFile } from '../../delivery/policy-file.ts'
import { Mirror } from '../../mirror/mirror.ts'
import { mirrorServer } from '../../mirror/mirror-server.ts'
import { type Output, printable } from '../../output.ts'
import { homeFolder } from '../../session/private-file.ts'
import { Witness, type WitnessEvents } from '../../witness/witness.ts'
import { WitnessFiles } from '../../witness/witness-files.ts'
import { witnessServer } from '../../witness/witness-server.ts'
import { type Command, type Options, wholeNumber } from '../../command.ts'

const MEGABYTE = 1_000_000
const MOST_MEGABYTES = 20_000
const LISTEN = '127.0.0.1:3390'
const DETAILS = `
Signs the checkpoints of the logs in the policy file, each only if the log still contains everything that was signed before. Anyone who asks for such
signatures notices a server that shows two histories. Run it on a computer that the operator of the server does not control.

  1. curl https://vault.example/audit/v1/policy > logs.txt     and compare the keys with the operator, by phone
  2. quantumshield witness --policy logs.txt --name witness.example.com/1 --listen 0.0.0.0:3390
  3. Give the operator the line "witness …" that it prints, with the address under which the server reaches it: see LEDGER_WITNESSES_FILE

Its key and the last checkpoint of each log are in the folder of --into (default: witness, in the folder where this program keeps its own). Keep one copy running
only: two with one key could sign two histories. What shows two histories is kept in "refused", and a
checkpoint that came without a proof as "unexplained" until the log continues to it. It speaks HTTP; put TLS in front of it.

With --mirror it is a mirror, with a key and a folder of its own (default: mirror). It keeps every entry of the logs as well, checks each, signs when all of a
checkpoint is on disk, and shows the copy to everybody: "quantumshield verify-log" reads it where the server lost or rewrote its log. The operator puts its line into
LEDGER_MIRRORS_FILE. --max-megabytes is how much it may keep (default: 20000).
`

const UNEXPLAINED =
  'Anybody may have sent it with a proof of their own. Where the log does not continue to it, its operator has to explain this.'

/** Runs a witness, or a mirror, until it is stopped. */
export const witness: Command = {
  usage:
    'witness --policy <file> [--mirror [--max-megabytes <number>]] [--name <name>] [--listen <address:port>] [--into <folder>]',
  summary: 'sign checkpoints of logs that only grow, for others to rely on',
  details: DETAILS,
  options: ['policy', 'mirror', 'max-megabytes', 'name', 'listen', 'into'],
  async run({ words, options, output, signal }) {
    if (words.length > 0 || !options.policy)
      throw usageError('Name the file with the keys of the logs: --policy logs.txt')
    const logs = readLogs(options.policy)
    const listen = readAddress(options.listen ?? LISTEN)
    const kind = options.mirror ? 'mirror' : 'witness'
    const mostBytes = readMostBytes(options)
    const folder = path.resolve(options.into ?? path.join(homeFolder(), kind))
    const files = new WitnessFiles(folder, kind)
    const unlock = files.lock()
    try {
      const services = { ...files.key(options.name), files, logs, events: eventsTo(output) }
      const { key, server } = options.mirror
        ? await openMirror({ ...services, folder, mostBytes })
        : await openWitness(services)
      const port = await start(server, listen)
      const line = `witness ${key.name} ${formatVerifierKey(key)} http://${listen.host}:${port}/`
      output.result({ name: key.name, key: formatVerifierKey(key), port, pid: process.pid }, [
        `Listening on http://${listen.host}:${port}/ for ${new Set(logs.map(({ key: { name } }) => name)).size} log(s). For the operator:`,
        line,
      ])
      await stopped(signal)
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeIdleConnections()
      })
    } finally {
      unlock()
    }
  },
}

type Opened = { key: VerifierKey; server: Server }

async function openWitness(services: Parameters<typeof Witness.open>[0]): Promise<Opened> {
  const opened = await Witness.open(services)
  return { key: opened.key, server: witnessServer(opened) }
}

async function openMirror(services: Parameters<typeof Mirror.open>[0]): Promise<Opened> {
  const opened = await Mirror.open(services)
  return { key: opened.key, server: mirrorServer(opened) }
}

function readMostBytes({ mirror, 'max-megabytes': megabytes }: Options): number {
  if (megabytes === undefined) return MOST_MEGABYTES * MEGABYTE
  if (!mirror) throw usageError('--max-megabytes is for a mirror: a witness keeps next to nothing.')
  return wholeNumber('--max-megabytes', megabytes, { min: 1, max: 1_000_000_000 }) * MEGABYTE
}

function readLogs(file: string): Policy['logs'] {
  const { logs } = parsePolicy(readPolicyFile(file))
  if (logs.length === 0) throw new CommandError(`${file} names no log.`)
  return logs
}

function readAddress(text: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  if (!host || Number(port) > 65_535) throw usageError('--listen takes an address and a port, such as 127.0.0.1:3390.')
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

function start(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new CommandError(`${host}:${port} cannot be used: ${error.message}.`)))
    server.listen({ host, port }, () => resolve((server.address() as AddressInfo).port))
  })
}

function eventsTo(output: Output): WitnessEvents {
  return {
    signed: (origin, { size }) => output.note(`Signed  ${printable(origin)}, ${size} entries`),
    refused: (origin, { reason, isProof, file }) => {
      const what = isProof ? 'it is another history than the one signed before' : reason
      const kept = file ? `The request is kept in ${file}` : 'Many such requests are kept already'
      const next = isProof ? 'Its operator has to explain this.' : UNEXPLAINED
      process.stderr.write(
        `quantumshield: refused a checkpoint of ${printable(origin)} that its own keys signed: ${what}. ${kept}. ${next}\n`,
      )
    },
  }
}

/** Ctrl+C, or the end that a service manager asks for. */
function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    process.once('SIGTERM', () => resolve())
  })
}
