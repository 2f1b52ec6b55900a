import { queryOptions } from '@tanstack/react-query'
import type { CommissionRules, PartnerRules, RegistrationRules, VaultClient } from '#web/lib/remote/vault-client.ts'
import { pagesQuery } from '../query/pages-query.ts'

/** Whatever shows something of this room is read again by this key. */
export const PARTNERS_KEY = 'partners'

type Partners = VaultClient['partners']

export const programmeQuery = (partners: Partners) =>
  queryOptions({ queryKey: [PARTNERS_KEY, 'programme'], queryFn: () => partners.programme() })

export const partnersQuery = (partners: Partners, rules: PartnerRules) =>
  pagesQuery([PARTNERS_KEY, 'list', rules], (after) => partners.list(rules, after))

export const partnerQuery = (partners: Partners, id: string) =>
  queryOptions({ queryKey: [PARTNERS_KEY, 'one', id], queryFn: () => partners.read(id), refetchInterval: 30_000 })

export const registrationsQuery = (partners: Partners, rules: RegistrationRules) =>
  pagesQuery([PARTNERS_KEY, 'registrations', rules], (after) => partners.registrations(rules, after))

export const commissionsQuery = (partners: Partners, rules: CommissionRules) =>
  pagesQuery([PARTNERS_KEY, 'commissions', rules], (after) => partners.commissions(rules, after))

export const ownPartnerQuery = (partners: Partners) =>
  queryOptions({ queryKey: [PARTNERS_KEY, 'own'], queryFn: () => partners.own() })

/** Every partner that may register a customer now, by name. */
export const activePartnersQuery = (partners: Partners) =>
  queryOptions({
    queryKey: [PARTNERS_KEY, 'active'],
    queryFn: async () => {
      const all: { id: string; company: string }[] = []
      for (let after: string | undefined; ;) {
        const page = await partners.list({ state: 'active' }, after)
        all.push(...page.partners.map(({ id, company }) => ({ id, company })))
        if (page.after === null) return all.toSorted((one, other) => one.company.localeCompare(other.company))
        after = page.after
      }
    },
  })
