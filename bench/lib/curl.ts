import { cpuMsOf, runProgram } from './processes.ts'
import type { Sample } from './rounds.ts'

const GIGABYTE = 1e9

/** One transfer by curl: its time is curl's own, so the start of the program does not count. */
export type Transfer = { url: string; method?: string; headers?: Record<string, string>; flags?: string[] }

/** Sends a file. @returns MB/s, and processor time of the server's `processes`. @throws on any status but 2xx. */
export async function send(file: string, sizeBytes: number, to: Transfer, processes: () => number[]): Promise<Sample> {
  return measure({ ...to, flags: ['-T', file, ...(to.flags ?? [])] }, sizeBytes, processes)
}

/** Fetches to nowhere, or to `output`. @returns as `send`. */
export async function receive(
  from: Transfer,
  sizeBytes: number,
  processes: () => number[],
  output = '/dev/null',
): Promise<Sample> {
  return measure({ ...from, flags: [...(from.flags ?? []), '-o', output] }, sizeBytes, processes)
}

async function measure(transfer: Transfer, sizeBytes: number, processes: () => number[]): Promise<Sample> {
  const ids = processes()
  const before = cpuMsOf(ids)
  const { url, method, headers = {}, flags = [] } = transfer
  const output = await runProgram('curl', [
    '-sk',
    '-w',
    '\n%{http_code} %{time_total} %{size_upload} %{size_download}',
    // Without it curl waits a second for "100 Continue" from servers that do not say it.
    '-H',
    'Expect:',
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(method ? ['-X', method] : []),
    ...flags,
    url,
  ])
  const [status = '', seconds, ...sizes] = output.split('\n').at(-1)?.split(' ') ?? []
  if (!status.startsWith('2')) throw new Error(`${url} answered ${status}: ${output.slice(0, 200)}`)
  if (!sizes.map(Number).includes(sizeBytes)) throw new Error(`${sizes.join(' and ')} bytes moved, not ${sizeBytes}`)
  return {
    'MB/s': sizeBytes / 1e6 / Number(seconds),
    'server CPU ms/GB': ((cpuMsOf(ids) - before) / sizeBytes) * GIGABYTE,
  }
}
