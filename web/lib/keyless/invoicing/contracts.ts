import { z } from 'zod'
import { ADD_ONS, REQUEST_KINDS, REQUEST_STATES, TERMS } from '#contract/invoicing/contracts.ts'
import { TENANT_PLAN_IDS, TENANT_STATES } from '#contract/organisation/tenant-plan-ids.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/invoicing/v1'
const JSON_TYPE = { 'content-type': 'application/json' }

const buyer = z.object({
  legal_name: z.string(),
  address: z.string(),
  country: z.string(),
  tax_number: z.string(),
  purchase_reference: z.string(),
  email: z.string(),
  version: z.number(),
})
/** Who pays, as invoices say it. */
export type Buyer = z.output<typeof buyer>
export type BuyerFields = Omit<Buyer, 'version'>

export const billingAccount = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(TENANT_PLAN_IDS),
  /** People that it may have; null without a limit, as where billing is off. A server of the version before does not say it. */
  seats: z.number().nullish(),
  /** Limits that the operator set besides the plan, each null without. A server of the version before does not say them. */
  limits: z.object({ people: z.number().nullable(), bytes: z.number().nullable() }).nullish(),
  status: z.enum(TENANT_STATES),
  term: z.enum(TERMS).nullable(),
  add_ons: z.array(z.enum(ADD_ONS)),
  used: z.object({
    people: z.number(),
    invited: z.number(),
    bytes: z.number(),
    files: z.number(),
    devices: z.number(),
    streams: z.number(),
  }),
  buyer: buyer.nullable(),
})
/** What is agreed with an organisation, and how much of it is used. */
export type BillingAccount = z.output<typeof billingAccount>

const request = z.object({
  id: z.string(),
  kind: z.enum(REQUEST_KINDS),
  wanted: z.array(z.string()),
  present: z.array(z.string()),
  note: z.string(),
  asked_at: z.string(),
})
const ownRequest = request.extend({
  state: z.enum(REQUEST_STATES),
  reason: z.string(),
  decided_at: z.string().nullable(),
})
const openRequest = request.extend({
  tenant_id: z.string(),
  organisation: z.string(),
  asked_by_name: z.string(),
  is_own: z.boolean(),
})
/** What the organisation asked to have changed. Times are ISO 8601. */
export type ContractRequest = z.output<typeof ownRequest>
/** One that waits, for who runs the installation. */
export type OpenContractRequest = z.output<typeof openRequest>
export type NewContractRequest = Pick<ContractRequest, 'kind' | 'wanted' | 'note'>

const read = async (api: VaultApi, path: string): Promise<unknown> =>
  (await api.fetch(`${PATH}${path}`, { method: 'GET' })).json()

/** @throws {VaultError} `not_allowed` */
export async function readBillingAccount(api: VaultApi): Promise<BillingAccount> {
  return billingAccount.parse(await read(api, '/account'))
}

/** @param version what was seen; 0 where there was nothing. @throws {VaultError} `changed_meanwhile` */
export async function saveBuyer(api: VaultApi, fields: BuyerFields, version: number): Promise<void> {
  await api.fetch(`${PATH}/buyer`, { method: 'PUT', headers: JSON_TYPE, body: JSON.stringify({ ...fields, version }) })
}

/** The newest fifty. */
export async function listContractRequests(api: VaultApi): Promise<ContractRequest[]> {
  return z.object({ requests: z.array(ownRequest) }).parse(await read(api, '/requests')).requests
}

/** Asks who runs the installation. @throws {VaultError} `request_waits`, `needless_request` */
export async function askForChange(api: VaultApi, asked: NewContractRequest): Promise<void> {
  await api.post(`${PATH}/requests`, asked)
}

/** @throws {VaultError} `billing_closed` */
export async function withdrawRequest(api: VaultApi, id: string): Promise<void> {
  await api.post(`${PATH}/requests/${id}/withdrawal`, {})
}

/** Those that wait, of every organisation, longest first; for who runs the installation. */
export async function listOpenRequests(api: VaultApi): Promise<OpenContractRequest[]> {
  return z.object({ requests: z.array(openRequest) }).parse(await read(api, '/requests/open')).requests
}

/** Accepting changes the contract. @throws {VaultError} `billing_closed`, `own_request`, `plan_full`, `role_beyond_plan`, `proof_needed` */
export async function answerContractRequest(
  api: VaultApi,
  id: string,
  answer: 'accepted' | 'declined',
  reason: string,
): Promise<void> {
  await api.post(`${PATH}/requests/${id}/answers`, { answer, reason })
}
