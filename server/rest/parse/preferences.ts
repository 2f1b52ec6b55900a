import type { IncomingHttpHeaders } from 'node:http'
import { RestError } from '../rest-error.ts'

export type Preferences = {
  returns: 'minimal' | 'representation' | 'headers-only'
  count?: 'exact' | 'planned' | 'estimated'
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  isMissingDefault: boolean
  /** Only with handling=strict. */
  maxAffected?: number
  /** The transaction is taken back after the answer was made; only where the operator allows it. */
  isRolledBack: boolean
  /** IANA name of the time zone of the statement. */
  timeZone?: string
  /** What the answer says was honoured. */
  applied: string[]
}

const KNOWN: Record<string, RegExp> = {
  return: /^(minimal|representation|headers-only)$/,
  count: /^(exact|planned|estimated)$/,
  resolution: /^(merge-duplicates|ignore-duplicates)$/,
  missing: /^(default|null)$/,
  handling: /^(strict|lenient)$/,
  'max-affected': /^\d{1,9}$/,
  tx: /^(commit|rollback)$/,
  timezone: /^[\w+/-]{1,64}$/,
}

/** Reads `Prefer`; of a repeated preference the first counts. @throws {RestError} PGRST122 */
export function preferencesOf({ prefer }: IncomingHttpHeaders, { allowsRollback = false } = {}): Preferences {
  const given = new Map<string, string>()
  const unknown: string[] = []
  for (const part of String(prefer ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)) {
    const [name = '', value = ''] = part.split('=', 2)
    if (!Object.hasOwn(KNOWN, name) || !KNOWN[name]?.test(value) || (name === 'timezone' && !isTimeZone(value)))
      unknown.push(part)
    else if (!given.has(name)) given.set(name, value)
  }
  const isStrict = given.get('handling') === 'strict'
  if (isStrict && unknown.length > 0) {
    throw new RestError(400, {
      code: 'PGRST122',
      message: 'Invalid preferences given with handling=strict',
      details: `Invalid preferences: ${unknown.join(', ')}`,
    })
  }
  if (!allowsRollback) given.delete('tx')
  // Only strict handling makes it a promise.
  if (!isStrict) given.delete('max-affected')
  const maxAffected = given.get('max-affected')
  const timeZone = given.get('timezone')
  const count = oneOf(given.get('count'), ['exact', 'planned', 'estimated'] as const)
  const resolution = oneOf(given.get('resolution'), ['merge-duplicates', 'ignore-duplicates'] as const)
  return {
    returns: oneOf(given.get('return'), ['minimal', 'representation', 'headers-only']) ?? 'minimal',
    isRolledBack: given.get('tx') === 'rollback',
    isMissingDefault: given.get('missing') === 'default',
    applied: [...given].map(([name, value]) => `${name}=${value}`),
    ...(resolution === undefined ? {} : { resolution }),
    ...(maxAffected === undefined ? {} : { maxAffected: Number(maxAffected) }),
    ...(count === undefined ? {} : { count }),
    ...(timeZone === undefined ? {} : { timeZone }),
  }
}

function oneOf<T extends string>(value: string | undefined, known: readonly T[]): T | undefined {
  return known.find((name) => name === value)
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    // A RangeError says that there is no such zone.
    return false
  }
}

export type Media = {
  type: string
  isSingular: boolean
  isNullsStripped: boolean
  isCsv: boolean
  /** Not the rows but how PostgreSQL would get them: the list of options of `explain`. */
  plan?: string
}

/**
 * The first media type of `Accept` that we can answer with.
 * @param allowsPlans whether the operator lets clients ask how PostgreSQL would run a statement.
 * @throws {RestError} PGRST107
 */
export function mediaOf({ accept = '*/*' }: IncomingHttpHeaders, { allowsPlans = false } = {}): Media {
  for (const range of accept.split(',')) {
    const [name = '', ...options] = range.split(';').map((text) => text.trim().toLowerCase())
    const isNullsStripped = options.includes('nulls=stripped')
    if (/^application\/vnd\.pgrst\.object(\+json)?$/.test(name)) {
      return { type: 'application/vnd.pgrst.object+json', isSingular: true, isNullsStripped, isCsv: false }
    }
    if (/^(\*\/\*|application\/(\*|json|vnd\.pgrst\.array(\+json)?))$/.test(name)) {
      return { type: 'application/json', isSingular: false, isNullsStripped, isCsv: false }
    }
    const plan = allowsPlans ? planMedia(name, options) : undefined
    if (plan) return plan
    if (name === 'text/csv') return { type: name, isSingular: false, isNullsStripped, isCsv: true }
  }
  throw new RestError(406, { code: 'PGRST107', message: `None of these media types are available: ${accept}` })
}

const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

/** `application/vnd.pgrst.plan+json; for="application/json"; options=analyze|verbose`; only the answers as JSON are planned. */
function planMedia(name: string, parameters: string[]): Media | undefined {
  const form = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/.exec(name)?.[0]
  if (form === undefined) return undefined
  const given = new Map(parameters.map((text) => [text.split('=', 1)[0], text.slice(text.indexOf('=') + 1)]))
  const answered = (given.get('for') ?? '"application/json"').replaceAll('"', '')
  if (!/^(\*\/\*|application\/(json|vnd\.pgrst\.object(\+json)?))$/.test(answered)) return undefined
  const options = (given.get('options') ?? '').split('|').filter((option) => PLAN_OPTIONS.includes(option))
  const isJson = form.endsWith('+json')
  const isSingular = answered.includes('object')
  return {
    type: `application/vnd.pgrst.plan+${isJson ? 'json' : 'text'}; for="${answered}"${options.length > 0 ? `; options=${options.join('|')}` : ''}`,
    isSingular,
    isNullsStripped: false,
    isCsv: false,
    plan: [`format ${isJson ? 'json' : 'text'}`, ...options].join(', '),
  }
}
