import { useQuery } from '@tanstack/react-query'
import { policies } from '#web/messages/threats/policies.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { policyCountsQuery } from '#web/parts/people/policies.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { NumberChoice } from './number-choice.tsx'
import type { RulesProps } from './rule-words.ts'

const text = policies.rules

/** What leaves the organisation: links, and requests for files. */
export function SharingRules({ rules, onChange }: RulesProps) {
  const { data: counts } = useQuery(policyCountsQuery(useVault().team))
  return (
    <section aria-label={text.sharing} className="flex flex-col gap-4 border-t border-line pt-4">
      <div>
        <Heading as="h3" look="small">
          {text.sharing}
        </Heading>
        <Text tone="hint" size="xs" className="mt-0.5 max-w-prose">
          {text.inside}
        </Text>
      </div>
      <Checkbox
        checked={rules.allowsLinks}
        onCheckedChange={(allowsLinks) => onChange({ allowsLinks })}
        label={text.allowsLinks}
        {...(counts ? { hint: text.linksStay(counts.links, counts.linksWithoutPassword) } : {})}
      />
      {rules.allowsLinks && (
        <div className="flex flex-col gap-4 sm:pl-7">
          <Checkbox
            checked={rules.needsLinkPassword}
            onCheckedChange={(needsLinkPassword) => onChange({ needsLinkPassword })}
            label={text.needsPassword}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberChoice rule="linkDays" rules={rules} onChange={onChange} />
            <NumberChoice rule="linkDownloads" rules={rules} onChange={onChange} />
          </div>
          <Checkbox
            checked={rules.allowsGuestLinks}
            onCheckedChange={(allowsGuestLinks) => onChange({ allowsGuestLinks })}
            label={text.guestLinks}
          />
        </div>
      )}
      <Checkbox
        checked={rules.allowsRequests}
        onCheckedChange={(allowsRequests) => onChange({ allowsRequests })}
        label={text.allowsRequests}
        {...(counts ? { hint: text.requestsStay(counts.requests) } : {})}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberChoice rule="guestDays" rules={rules} onChange={onChange} />
      </div>
    </section>
  )
}
