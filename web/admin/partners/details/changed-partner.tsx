import type { Partner } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { changesBetween, MeanwhileNotice } from '#web/parts/form/meanwhile-notice.tsx'
import { tierName } from '#web/parts/partners/partner-words.ts'

const words = text.form

type Props = { seen: Partner; stored: Partner; onTake: () => void; onKeep: () => void }

/** Says what somebody else stored while a partner was edited, and lets the person choose. */
export function ChangedPartner({ seen, stored, ...act }: Props) {
  const changes = changesBetween(shownOf(seen), shownOf(stored))
  return (
    <MeanwhileNotice
      said={changes.length > 0 ? words.changed : words.changedElsewhere}
      take={words.takeTheirs}
      keep={words.keepMine}
      changes={changes}
      {...act}
    />
  )
}

const shownOf = (partner: Partner): Record<string, string> => ({
  [words.company]: partner.company,
  [words.contactName]: partner.contact_name,
  [words.contactEmail]: partner.contact_email,
  [words.tier]: tierName(partner.tier_name, partner.tier_preset),
  [words.state]: text.state(partner.state),
  [words.notes]: partner.notes,
})
