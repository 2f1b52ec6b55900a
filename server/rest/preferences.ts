import type { IncomingHttpHeaders } from 'node:http'
import { RestError } from './rest-error.ts'

export type Preferences = {
  isRepresentation: boolean
  isCounted: boolean
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  isMissingDefault: boolean
  /** Only with handling=strict. */
  maxAffected?: number
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
}

/** Reads `Prefer`; of a repeated preference the first counts. @throws {RestError} PGRST122 */
export function preferencesOf({ prefer }: IncomingHttpHeaders): Preferences {
  const given = new Map<string, string>()
  const unknown: string[] = []
  for (const part of String(prefer ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)) {
    const [name = '', value = ''] = part.split('=', 2)
    if (!Object.hasOwn(KNOWN, name) || !KNOWN[name]?.test(value)) unknown.push(part)
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
  const resolution = given.get('resolution')
  const maxAffected = given.get('max-affected')
  return {
    isRepresentation: given.get('return') === 'representation',
    isCounted: given.has('count'),
    isMissingDefault: given.get('missing') === 'default',
    applied: [...given].map(([name, value]) => `${name}=${value}`),
    ...(resolution === 'merge-duplicates' || resolution === 'ignore-duplicates' ? { resolution } : {}),
    ...(isStrict && maxAffected !== undefined ? { maxAffected: Number(maxAffected) } : {}),
  }
}

export type Media = { type: string; isSingular: boolean; isNullsStripped: boolean }

/** The first media type of `Accept` that we can answer with. @throws {RestError} PGRST107 */
export function mediaOf({ accept = '*/*' }: IncomingHttpHeaders): Media {
  for (const range of accept.split(',')) {
    const [name = '', ...options] = range.split(';').map((text) => text.trim().toLowerCase())
    const isNullsStripped = options.includes('nulls=stripped')
    if (/^application\/vnd\.pgrst\.object(\+json)?$/.test(name)) {
      return { type: 'application/vnd.pgrst.object+json', isSingular: true, isNullsStripped }
    }
    if (/^(\*\/\*|application\/(\*|json|vnd\.pgrst\.array(\+json)?))$/.test(name)) {
      return { type: 'application/json', isSingular: false, isNullsStripped }
    }
  }
  throw new RestError(406, { code: 'PGRST107', message: `None of these media types are available: ${accept}` })
}
