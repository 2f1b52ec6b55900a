import { createHash } from 'node:crypto'
import type { LogApi } from '#vault/ledger/read-tiles.ts'
import { CommandError } from '../command-error.ts'
import { originOf } from '../session/server-config.ts'
import { fetchLimited } from './fetch-limited.ts'

/** A bundle of 256 entries of the greatest size. */
const LIMIT_BYTES = 20 * 1024 * 1024
const POLICY = '/audit/v1/policy'
const ANCHOR_LOG = '/audit/v1/logs/anchor/'

/** It answered, but not with what was asked for. */
export class NotShownError extends CommandError {
  constructor(address: string, httpStatus: number, hint: string) {
    super(`${address} answered with status ${httpStatus}: ${hint}`)
  }
}

/** The public log as a server shows it to everybody, without an account. @throws {CommandError} */
export function serverLog(server: string, signal: AbortSignal): LogApi {
  return { fetch: (path) => fetchFile(server + path, 'is this a QuantumShield server?', signal) }
}

/**
 * The copy of a log at a mirror, under the addresses that the log has at its server. It stays at one state: the checkpoint is fetched once.
 *
 * @param address with a slash at its end.
 * @param policy what to answer to who asks for the keys. A mirror has no word in that.
 */
export function mirrorLog(
  address: string,
  { origin, policy }: { origin: string; policy: string },
  signal: AbortSignal,
): LogApi {
  const base = address + createHash('sha256').update(origin).digest('hex')
  let checkpoint: Promise<string> | undefined
  const read = (path: string): Promise<Response> =>
    fetchFile(`${base}/${path}`, 'is this a mirror that keeps the log?', signal)
  return {
    fetch: async (path) => {
      if (path === POLICY) return new Response(policy)
      const rest = path.startsWith(ANCHOR_LOG) ? path.slice(ANCHOR_LOG.length) : ''
      if (rest !== 'checkpoint') return read(rest)
      checkpoint ??= read(rest).then((answer) => answer.text())
      return new Response(await checkpoint)
    },
  }
}

/** The address of a mirror, which may be a folder of a server. @throws {CommandError} */
export function mirrorAddress(text: string): string {
  const origin = originOf(text)
  const { pathname } = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  return `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`
}

async function fetchFile(address: string, hint: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetchLimited(address, { encoding: 'identity', limitBytes: LIMIT_BYTES, signal })
  if ('problem' in answer) throw new CommandError(`${address}: ${answer.problem}.`)
  if (answer.status === 200) return new Response(new Uint8Array(answer.content))
  throw new NotShownError(address, answer.status, hint)
}
