import type { Deal, Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { changesBetween, MeanwhileNotice } from '#web/parts/form/meanwhile-notice.tsx'
import { dayOf, money, personName } from '../sales-words.ts'

const words = text.form

type Props = { pipeline: Pipeline; seen: Deal; stored: Deal; onTake: () => void; onKeep: () => void }

/** Says what somebody else stored while a deal was edited, and lets the person choose. */
export function ChangedNotice({ pipeline, seen, stored, ...act }: Props) {
  const changes = changesBetween(shownOf(pipeline, seen), shownOf(pipeline, stored))
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

const shownOf = (pipeline: Pipeline, deal: Deal): Record<string, string> => ({
  [words.name]: deal.title,
  [words.contactName]: deal.contact_name,
  [words.contactEmail]: deal.contact_email,
  [words.contactCompany]: deal.contact_company,
  [text.sheet.facts.amount]:
    deal.amount_minor === null ? text.board.noAmount : money(deal.amount_minor, pipeline.settings.currency),
  [words.closes]: deal.closes_on === null ? '' : dayOf(deal.closes_on),
  [words.owner]: personName(pipeline, deal.owner_id),
})
