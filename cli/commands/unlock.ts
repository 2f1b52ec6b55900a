import { usageError } from '../command-error.ts'
import { keepKey, keyByPassword, forgetKey } from '../session/opened-vault.ts'
import { currentSession } from '../session/session.ts'
import type { Command } from '../command.ts'

const DEFAULT_TIME = '1h'
const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const LONGEST_MS = 7 * 86_400_000

/** Keeps the vault open for a while, so that commands do not ask for the password. */
export const unlock: Command = {
  usage: 'unlock [--for 30m|8h|2d]',
  summary: 'keep the vault open for a while (1h by default)',
  options: ['for', 'password-stdin'],
  async run({ options, output }) {
    const expiresAt = new Date(Date.now() + durationMs(options.for ?? DEFAULT_TIME))
    const session = await currentSession()
    keepKey(session, await keyByPassword(session, options['password-stdin']), expiresAt)
    output.result({ unlocked_until: expiresAt.toISOString() }, [
      `The vault is open until ${expiresAt.toLocaleString()}. Until then, anyone who can use this account on the computer can read it.`,
    ])
  },
}

function durationMs(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const milliseconds = Number(count) * (UNIT_MS[unit] ?? 0)
  if (milliseconds <= 0 || milliseconds > LONGEST_MS) {
    throw usageError(`--for takes minutes, hours or days up to seven days, such as 30m, 8h or 2d; not ${text}`)
  }
  return milliseconds
}

/** Forgets the key that `unlock` kept. */
export const lock: Command = {
  usage: 'lock',
  summary: 'forget the key that unlock kept',
  options: [],
  async run({ output }) {
    forgetKey()
    output.result({ locked: true }, ['Locked.'])
  },
}
