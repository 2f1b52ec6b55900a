import type { z } from 'zod'
import type { ownRegistration } from '#contract/partners/registrations-wire.ts'
import type { As } from '../../lists/declared-list.ts'
import { selected } from '../../lists/list-rows.ts'

export type OwnRegistrationRow = Omit<z.output<typeof ownRegistration>, 'created_at'> & { created_at: Date }

/** Columns of `partners.registrations r` that its partner sees as well. */
export const OWN_REGISTRATION_COLUMNS = {
  id: 'r.id',
  company: 'r.company',
  domain: 'r.domain',
  amount_minor: 'r.amount_minor::float8',
  currency: 'r.currency',
  expected_on: 'r.expected_on::text',
  state: 'r.state',
  expires_on: 'r.expires_on::text',
  is_expired: `r.state in ('registered', 'approved') and r.expires_on < partners.today()`,
  basis_points: 'r.basis_points',
  version: 'r.version',
  created_at: 'r.created_at',
}

/** Newest first, of the partner that the caller acts for; nothing of others is in it, not even that there is a conflict. */
export async function listOwnRegistrations({ database, caller }: As): Promise<OwnRegistrationRow[]> {
  const { rows } = await database.oneAsCaller<OwnRegistrationRow>(caller, {
    text: `select ${selected(OWN_REGISTRATION_COLUMNS)} from partners.registrations r where r.partner_id = (select partners.own())
           order by r.created_at desc, r.id desc limit 500`,
  })
  return rows
}
