import type { VaultApi } from '../session/api.ts'
import { readOwnEnforcements } from '../threats/own-enforcements.ts'
import type { NoticedReason } from '../threats/rows.ts'

export type Confirmation = { detector: string | null; reasons: NoticedReason[] }

/** Why this session is held; undefined when it is not. */
export async function readConfirmation(api: VaultApi): Promise<Confirmation | undefined> {
  const found = (await readOwnEnforcements(api)).filter(({ action }) => action === 'step_up')
  const [first] = found
  return first && { detector: first.detector, reasons: found.flatMap(({ reasons }) => reasons ?? []) }
}

/** Mails a code to the address of the account. @throws {VaultError} `rate_limited` */
export async function sendConfirmationCode(api: VaultApi): Promise<void> {
  await api.fetch('/auth/v1/reauthenticate', { headers: { accept: 'application/json' } })
}

/** @throws {VaultError} `wrong_code` | `rate_limited` */
export async function confirmByCode(api: VaultApi, code: string): Promise<void> {
  await api.auth('reauthenticate', { nonce: code.replaceAll(/\s/g, '') })
}
