import { KeyRound } from 'lucide-react'
import { passwordLength } from '#web/lib/account/password-length.ts'
import { useStore } from '#web/lib/remote/store.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { Strip } from '#web/ui/feedback/notice.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { usePolicies } from '../../parts/people/use-policies.ts'

/** Across pages, for whose password is shorter than the organisation wants; known in the tab in which it was typed. */
export function ShortPasswordStrip() {
  const length = useStore(passwordLength)
  const { leastPassword: least } = usePolicies()
  if (length === null || least === null || length >= least) return null
  return (
    <Strip Icon={KeyRound}>
      <span className="min-w-0">{policies.shortStrip(least)}</span>
      <TextLink to="/dashboard/security">{policies.shortAction}</TextLink>
    </Strip>
  )
}
