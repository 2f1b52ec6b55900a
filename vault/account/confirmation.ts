import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'

const answer = z.object({
  enforcements: z.array(
    z.object({
      action: z.string(),
      needs: z.enum(['any', 'mailbox']),
      detector: z.string().nullable(),
      reasons: z.array(z.looseObject({ code: z.string() })).nullable(),
    }),
  ),
})

/** Why the server wants the person to confirm; the words are the page's. */
export type NoticedReason = { code: string; [fact: string]: unknown }
export type Confirmation = { detector: string | null; reasons: NoticedReason[] }

/** Why this session is held; undefined when it is not. */
export async function readConfirmation(api: VaultApi): Promise<Confirmation | undefined> {
  const response = await api.fetch('/threats/v1/mine', { headers: { accept: 'application/json' } })
  const { enforcements: all } = answer.parse(await response.json())
  const found = all.filter(({ action }) => action === 'step_up')
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
