import * as wire from '#contract/organisation/demo-wire.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { callRoute } from '../call-route.ts'

export type { Demo, DemoAccounts, MadeDemo, NewestDemo } from '#contract/organisation/demo-wire.ts'

export const readDemo = (api: VaultApi): Promise<wire.NewestDemo> => callRoute(api, wire.readDemo, {})

/** @returns its id, and the passwords of its people this once. @throws {VaultError} `demo_exists`, `demo_single`, `proof_needed` */
export const makeDemo = (api: VaultApi, people: number): Promise<wire.MadeDemo> =>
  callRoute(api, wire.makeDemo, { body: { people } })

/** @throws {VaultError} `demo_has_people`, `legal_hold`, `tenant_changed` where it is made by now */
export const cancelDemo = (api: VaultApi, id: string): Promise<void> => callRoute(api, wire.cancelDemo, { id })

/** @throws {VaultError} `demo_has_people`, `legal_hold`, `tenant_changed`, `proof_needed` */
export const removeDemo = (api: VaultApi, id: string): Promise<void> => callRoute(api, wire.removeDemo, { id })
