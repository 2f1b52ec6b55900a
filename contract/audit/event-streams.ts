import type { AuditCategory, Risk } from './audit-events.ts'
import { OUTBOUND_PROBLEMS } from '../outbound-problems.ts'

/** Who receives events: any program, a server of logs, one of two known ones, or a bucket. */
export const STREAM_KINDS = ['webhook', 'syslog', 'splunk', 'loki', 's3'] as const
export type StreamKind = (typeof STREAM_KINDS)[number]

export const STREAM_FORMATS = ['json', 'cef', 'ocsf'] as const
export type StreamFormat = (typeof STREAM_FORMATS)[number]

/** The line of CEF has no place in the JSON of a webhook, nor among lines of JSON. */
export const formatsOf = (kind: StreamKind): readonly StreamFormat[] =>
  kind === 'webhook' || kind === 's3' ? ['json', 'ocsf'] : STREAM_FORMATS

/** Least first. */
export const RISKS = ['low', 'medium', 'high', 'critical'] as const satisfies readonly Risk[]
export const AUDIT_CATEGORIES = [
  'auth',
  'data_access',
  'config_change',
  'security_incident',
] as const satisfies readonly AuditCategory[]

/** Protocols of syslog, as its address begins, with the port where it names none. */
const SYSLOG_PORTS = { udp: 514, tcp: 514, tls: 6514 } as const
export type SyslogTransport = keyof typeof SYSLOG_PORTS

export type SyslogTarget = { transport: SyslogTransport; host: string; port: number }

/** `tls://logs.example.com:6514`. @returns undefined for anything else. */
export function readSyslogAddress(address: string): SyslogTarget | undefined {
  const [, transport = '', bracketed, plain, port] =
    /^(udp|tcp|tls):\/\/(?:\[([0-9a-f:.]+)\]|([a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?))(?::(\d{1,5}))?\/?$/i.exec(address) ??
    []
  const known = Object.entries(SYSLOG_PORTS).find(([name]) => name === transport.toLowerCase())
  const host = bracketed ?? plain
  if (!known || host === undefined) return undefined
  const target = { transport: known[0] as SyslogTransport, host, port: port === undefined ? known[1] : Number(port) }
  return target.port >= 1 && target.port <= 65_535 ? target : undefined
}

/** Why a receiver has not taken events. */
export const STREAM_PROBLEMS = [
  ...OUTBOUND_PROBLEMS,
  'bad_address',
  'not_a_collector',
  'collector_refused',
  'redirects',
  'refuses_token',
  'has_fault',
  'answered',
] as const
export type StreamProblem = (typeof STREAM_PROBLEMS)[number]

/** A problem, with the status or the number that the receiver answered. */
export type StreamFailure = { readonly problem: StreamProblem; readonly number: number | undefined }

/** `answered 503`, as the database keeps it. */
export const writeFailure = ({ problem, number }: StreamFailure): string =>
  number === undefined ? problem : `${problem} ${number}`

export function readFailure(text: string): StreamFailure {
  const [, name, number] = /^(\w+)(?: (-?\d+))?$/.exec(text) ?? []
  const problem = STREAM_PROBLEMS.find((one) => one === name) ?? 'unreachable'
  return { problem, number: number === undefined ? undefined : Number(number) }
}
