import { CAPTCHA_HEADER } from '#contract/captcha.ts'
import type { SignInWays } from '#contract/organisation/policies.ts'
import type { VaultApi } from '../session/api.ts'
import { readOwnStanding } from '../threats/own-enforcements.ts'
import type { NoticedReason } from '../threats/rows.ts'

/**
 * `held`: something unusual was noticed. `factor`: the organisation of this name requires a second factor, which a sign-in by passkey is, or, with
 * `ways`, a sign-in by one of them.
 */
export type Confirmation =
  | {
      kind: 'held'
      detector: string | null
      reasons: NoticedReason[]
      /** The password is enough: what was noticed does not say that it was stolen, or the account has nothing else to show. */
      takesPassword: boolean
      /** A second factor alone helps, or an administrator; otherwise it ends at `until`, ISO 8601. */
      onlyFactorUntil: string | null
    }
  | ({ kind: 'factor'; organisation: string; ways?: SignInWays | undefined } & OwnWays)

/** Ways that the account has, and whether a passkey is a second factor here: it is none where identity providers alone are taken. */
export type OwnWays = { hasPasskey: boolean; hasProvider: boolean; takesPasskey: boolean }

/** What the server waits for before this session gets anything of the vault; undefined when it waits for nothing. */
export async function readConfirmation(api: VaultApi): Promise<Confirmation | undefined> {
  const { enforcements, requiredBy, ...own } = await readOwnStanding(api)
  const held = enforcements.filter(({ action }) => action === 'step_up')
  const [first] = held
  if (!first) {
    return requiredBy === null ? undefined : { kind: 'factor', organisation: requiredBy, ...own }
  }
  return {
    kind: 'held',
    detector: first.detector,
    reasons: held.flatMap(({ reasons }) => reasons ?? []),
    takesPassword: held.every(({ needs }) => needs === 'any'),
    onlyFactorUntil: held.find(({ needs }) => needs === 'second_factor')?.until ?? null,
  }
}

/**
 * Mails a code to the address of the account.
 * @param captchaToken a proof of work, which buys a code where the session has used up its own
 * @throws {VaultError} `rate_limited`
 */
export async function sendConfirmationCode(api: VaultApi, captchaToken?: string): Promise<void> {
  const paid = captchaToken === undefined ? {} : { [CAPTCHA_HEADER]: captchaToken }
  await api.fetch('/auth/v1/reauthenticate', { headers: { accept: 'application/json', ...paid } })
}

/** @throws {VaultError} `wrong_code` | `rate_limited` */
export async function confirmByCode(api: VaultApi, code: string): Promise<void> {
  await api.auth('reauthenticate', { nonce: code.replaceAll(/\s/g, '') })
}
