import { LIMITS } from '#contract/limits.ts'
import { AuthError } from '../auth-error.ts'
import type { BreachedPasswords } from './breached-passwords.ts'
import { isDerivedSecret } from './passwords.ts'

const DERIVED_FORM = /^qs1\.[\w-]{43}$/

/** Kinds of characters that a password must hold, by the name that operators set. */
const REQUIRED = {
  none: [],
  letters_digits: [/\p{L}/u, /\p{N}/u],
  lower_upper_letters_digits: [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u],
  lower_upper_letters_digits_symbols: [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}\s]/u],
} as const
export const REQUIRED_CHARACTERS = Object.keys(REQUIRED) as [RequiredCharacters, ...RequiredCharacters[]]
export type RequiredCharacters = keyof typeof REQUIRED

type WeaknessReason = 'length' | 'characters' | 'pwned'
export type Weakness = { message: string; reasons: WeaknessReason[] }

/** What the operator asks of passwords. A vault's password is never seen here; its browser checks the length. */
export class PasswordPolicy {
  readonly #minLength: number
  readonly #required: RequiredCharacters
  readonly #breached: BreachedPasswords | undefined

  constructor(rules: { minLength: number; required: RequiredCharacters; breached: BreachedPasswords | undefined }) {
    this.#minLength = rules.minLength
    this.#required = rules.required
    this.#breached = rules.breached
  }

  /**
   * Refuses a new password that is too weak or malformed.
   * @param least characters that the person's organisation wants, where it has a rule
   * @throws {AuthError} `weak_password` with every reason, `validation_failed`
   */
  async requireStrong(password: string, least?: number | null): Promise<void> {
    if (isDerivedSecret(password)) {
      if (DERIVED_FORM.test(password)) return
      throw new AuthError(400, 'validation_failed', 'A derived secret is "qs1." and 32 bytes in base64url')
    }
    const { max } = LIMITS.passwordCharacters
    if (password.length > max) {
      throw new AuthError(400, 'validation_failed', `Password cannot be longer than ${max} characters`)
    }
    const weakness = await this.weaknessOf(password, least)
    if (weakness) {
      const { message, reasons } = weakness
      throw new AuthError(422, 'weak_password', message, { weakPassword: { reasons } })
    }
  }

  /** What is wrong with a password, or undefined. A derived secret has 256 bits and is never weak. */
  async weaknessOf(password: string, least?: number | null): Promise<Weakness | undefined> {
    if (isDerivedSecret(password)) return undefined
    const problems: [WeaknessReason, string][] = []
    const minLength = Math.max(this.#minLength, least ?? 0)
    if (Array.from(password).length < minLength) {
      problems.push(['length', `Password should be at least ${minLength} characters`])
    }
    if (!REQUIRED[this.#required].every((kind) => kind.test(password))) {
      const kinds = this.#required.replaceAll('_', ', ')
      problems.push(['characters', `Password should contain at least one character of each: ${kinds}`])
    }
    if (await this.#breached?.has(password)) {
      problems.push(['pwned', 'Password is known from a data breach, please choose another one'])
    }
    if (problems.length === 0) return undefined
    return { message: problems.map(([, text]) => text).join('. '), reasons: problems.map(([reason]) => reason) }
  }
}
