import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type FoundPerson, VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { useAccountState, useVault } from '../../vault-context.ts'
import { addressesIn, isAddress } from '../share-fields.ts'
import type { Found } from './found.ts'

/** Whom the typed addresses lead to. What was found is forgotten when another letter is typed. */
export function useFoundPeople() {
  const text = m.sharing.people
  const { sharing } = useVault()
  const state = useAccountState()
  const ownEmail = state.kind === 'open' ? state.email.toLowerCase() : ''
  const [typed, setTyped] = useState('')
  const find = useMutation({
    mutationFn: async (value: string): Promise<Found> => {
      const [only = '', ...others] = addressesIn(value).filter((one) => one !== ownEmail)
      return others.length === 0
        ? { person: await sharing.findPerson(only), group: null }
        : { person: null, group: await sharing.findPeople([only, ...others]) }
    },
  })
  // Of the search alone: an answer that comes after the field was changed shows nobody.
  const { person, group } = find.data ?? { person: null, group: null }
  const [compared, setCompared] = useState<FoundPerson | null>(null)
  // Confirming may be answered when somebody else is shown by now.
  const card = compared !== null && compared.userId === person?.userId ? compared : person
  const shown: Found | null = card ? { person: card, group: null } : group ? { person: null, group } : null
  const isStranger =
    (find.error instanceof VaultError && find.error.code === 'person_unknown') ||
    Boolean(group?.missing.some(({ code }) => code === 'person_unknown'))

  return {
    typed,
    type: (value: string): void => {
      setTyped(value)
      setCompared(null)
      find.reset()
    },
    /** For the field's `validate`. */
    check: (value: string): string | null => {
      const addresses = addressesIn(value)
      if (value.trim() === '') return null
      if (addresses.length === 0 || !addresses.every(isAddress)) return text.whole
      return addresses.every((one) => one === ownEmail) ? text.yourself : null
    },
    find: (value: string, onFound: (found: Found) => void) => find.mutate(value, { onSuccess: onFound }),
    isFinding: find.isPending,
    problem: find.error,
    found: shown,
    isStranger,
    setCompared,
  }
}
