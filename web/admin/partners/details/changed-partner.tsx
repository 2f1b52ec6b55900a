import type { Partner } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { tierName } from '#web/parts/partners/partner-words.ts'

const words = text.form

type Props = { seen: Partner; stored: Partner; onTake: () => void; onKeep: () => void }

/** Says what somebody else stored while a partner was edited, and lets the person choose. */
export function ChangedPartner({ seen, stored, onTake, onKeep }: Props) {
  const changes = changesOf(seen, stored)
  return (
    <Notice
      tone="attention"
      action={
        <>
          <ul className="list-disc pl-4 text-ink">
            {changes.map(([name, value]) => (
              <li key={name} className="wrap-anywhere">
                {name}: {value}
              </li>
            ))}
          </ul>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" variant="outline" onClick={onTake}>
              {words.takeTheirs}
            </Button>
            <Button size="sm" variant="outline" onClick={onKeep}>
              {words.keepMine}
            </Button>
          </div>
        </>
      }
    >
      {changes.length > 0 ? words.changed : words.changedElsewhere}
    </Notice>
  )
}

function changesOf(seen: Partner, stored: Partner): (readonly [string, string])[] {
  const shown = (partner: Partner): Record<string, string> => ({
    [words.company]: partner.company,
    [words.contactName]: partner.contact_name,
    [words.contactEmail]: partner.contact_email,
    [words.tier]: tierName(partner.tier_name, partner.tier_preset),
    [words.state]: text.state(partner.state),
    [words.notes]: partner.notes,
  })
  const before = shown(seen)
  return Object.entries(shown(stored))
    .filter(([name, value]) => before[name] !== value)
    .map(([name, value]) => [name, value || '–'] as const)
}
